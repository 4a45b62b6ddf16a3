const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** At most two units: `48 s`, `2 min 5 s`, `3 h 10 min`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.seconds)
    left -= count * unit.seconds
    if (count > 0) parts.push(`${count} ${unit.name}`)
    // Units must be adjacent: "2 d 5 s" would be falsely precise.
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ') || '0 s'
}

/** Customers are told that a review takes up to one working day. */
const OVERDUE_AFTER_SECONDS = 86_400

/** How long someone has waited. @param since ISO 8601 */
export function waited(since: string, now: Date): { text: string; isOverdue: boolean } {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000
  return { text: formatDuration(seconds), isOverdue: seconds >= OVERDUE_AFTER_SECONDS }
}
