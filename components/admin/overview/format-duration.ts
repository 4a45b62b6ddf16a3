/** Seconds in words, as coarse as somebody would say them: `48 s`, `2 min 5 s`, `3 h 10 min`, `2 d 4 h`. */
const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

export function formatDuration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.seconds)
    left -= count * unit.seconds
    if (count > 0) parts.push(`${count} ${unit.name}`)
    // Only the next smaller unit may follow: "2 d 5 s" says more than anybody knows.
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ') || '0 s'
}
