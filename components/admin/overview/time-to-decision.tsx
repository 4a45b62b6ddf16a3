import { Card } from '@/components/ui/card'
import type { Overview } from '@/lib/back-office/views'

/** How long customers wait, from applying to a confirmed decision. */
export function TimeToDecision({ time }: { time: Overview['timeToDecision'] }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Time to decision</h2>
      <p className="mt-1 text-sm text-ink-faint">From application to confirmed decision</p>
      {time ? (
        <dl className="mt-6 grid grid-cols-2 gap-4">
          <Figure label="Median" seconds={time.median} />
          <Figure label="95th percentile" seconds={time.p95} />
        </dl>
      ) : (
        <p className="py-16 text-center text-sm text-ink-soft">No decisions in the last 14 days.</p>
      )}
    </Card>
  )
}

function Figure({ label, seconds }: { label: string; seconds: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">
        {formatDuration(seconds)}
      </dd>
    </div>
  )
}

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
