import { Card } from '@/components/ui/card'
import type { Overview } from '@/lib/back-office/views'
import { formatDuration } from './format-duration'

/** The ends of the scale, which is logarithmic: a decision takes seconds or days. */
const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 7 * 86_400
const TICKS = [
  { seconds: 1, label: '1 s' },
  { seconds: 60, label: '1 min' },
  { seconds: 3_600, label: '1 h' },
  { seconds: 86_400, label: '1 d' },
]

/** @returns 0 to 100 */
function place(seconds: number): number {
  const bounded = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, seconds))
  return (Math.log(bounded / SHORTEST_SECONDS) / Math.log(LONGEST_SECONDS / SHORTEST_SECONDS)) * 100
}

/** How long customers wait, from the application to a confirmed decision. */
export function TimeToDecision({ time }: { time: Overview['timeToDecision'] }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Time to decision</h2>
      <p className="mt-1 text-sm text-ink-faint">From the application to a confirmed decision</p>
      {time ? (
        <>
          <dl className="mt-6 grid grid-cols-2 gap-4">
            <Figure label="Median" seconds={time.median} />
            <Figure label="95th percentile" seconds={time.p95} />
          </dl>
          <Scale median={time.median} p95={time.p95} />
        </>
      ) : (
        <p className="py-16 text-center text-sm text-ink-soft">No decision in the last 14 days.</p>
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

/** The two figures on one scale; they are read above, so the drawing is for the eye alone. */
function Scale({ median, p95 }: { median: number; p95: number }) {
  return (
    <svg viewBox="0 0 320 64" className="mt-7 w-full" aria-hidden="true">
      <g transform="translate(10 0) scale(3 1)">
        {TICKS.map(({ seconds }) => (
          <rect
            key={seconds}
            x={place(seconds)}
            y="8"
            width="0.34"
            height="26"
            className="fill-line"
          />
        ))}
        <rect x="0" y="20" width="100" height="2" className="fill-line" />
        <rect
          x={place(median)}
          y="18"
          width={Math.max(0.5, place(p95) - place(median))}
          height="6"
          className="fill-brand opacity-35"
        />
      </g>
      <circle cx={10 + place(median) * 3} cy="21" r="7" className="fill-brand" />
      <circle
        cx={10 + place(p95) * 3}
        cy="21"
        r="6"
        className="fill-surface stroke-brand"
        strokeWidth="2.5"
      />
      {TICKS.map(({ seconds, label }) => (
        <text
          key={label}
          x={10 + place(seconds) * 3}
          y="54"
          fontSize="11"
          textAnchor={seconds === SHORTEST_SECONDS ? 'start' : 'middle'}
          className="fill-ink-faint"
        >
          {label}
        </text>
      ))}
    </svg>
  )
}
