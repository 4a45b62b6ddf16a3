import { OVERDUE_MS } from '@/lib/back-office/views'

const UNITS = [
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3_600 },
  { unit: 'min', seconds: 60 },
] as const

/** At most two units, and seconds only below a minute: `under 1 s`, `48 s`, `2 min`, `3 h 10 min`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  let left = Math.round(seconds)
  if (left < 60) return `${left} s`
  const parts: string[] = []
  for (const { unit, seconds } of UNITS) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count} ${unit}`)
    // Units must be adjacent: "2 d 5 min" would be falsely precise.
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** How long someone has waited, without seconds. @param since ISO 8601 */
export function waited(since: string, now: Date): { text: string; isOverdue: boolean } {
  const ms = now.getTime() - Date.parse(since)
  const text = ms < 60_000 ? 'under 1 min' : formatDuration(Math.floor(ms / 1_000))
  return { text, isOverdue: ms >= OVERDUE_MS }
}
