/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries opened on each of the last days, by what became of them. The portal's CSP allows no inline styles, so the bars
// have their sizes as SVG attributes.
import type { Inquiry } from '../../state/entities.ts'
import { formatDay } from './instants.ts'
import type { Tone } from './pieces.tsx'

const DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000
const BARS_HEIGHT = 84
/** Above the bars, for their counts. */
const TOP = 20
/** The line that the bars stand on. */
const BASE = TOP + BARS_HEIGHT + 0.5
const HEIGHT = BASE + 22
const COLUMN = 100 / DAYS

const OUTCOMES: readonly { label: string; tone: Tone; statuses: readonly string[] }[] = [
  { label: 'Approved', tone: 'good', statuses: ['APPROVED'] },
  { label: 'Declined or failed', tone: 'bad', statuses: ['DECLINED', 'FAILED'] },
  { label: 'Needs review', tone: 'wait', statuses: ['NEEDS_REVIEW'] },
  // Whatever the contract doesn't name isn't decided either (S6).
  { label: 'Not decided', tone: 'plain', statuses: [] },
]

interface Day {
  /** `22 Nov 2026` */
  name: string
  total: number
  /** In the order of OUTCOMES. */
  counts: number[]
}

export function DailyChart(props: { inquiries: readonly Inquiry[]; nowMs: number }) {
  const days = countDays(props.inquiries, props.nowMs)
  const most = Math.max(...days.map(({ total }) => total))
  if (most === 0) return null
  return (
    <section class="panel daily" aria-labelledby="daily">
      <div class="card-head">
        <h2 id="daily">Inquiries per day</h2>
        <span class="muted">Last {DAYS} days</span>
        <ul class="daily-legend">
          {OUTCOMES.map(({ label, tone }) => (
            <li class={`daily-${tone}`}>{label}</li>
          ))}
        </ul>
      </div>
      <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
        <line class="daily-base" x2="100%" y1={BASE} y2={BASE} />
        {days.map((day, index) => (
          <Column day={day} index={index} most={most} />
        ))}
      </svg>
      <details class="source">
        <summary>Show as a table</summary>
        <DailyTable days={days} />
      </details>
    </section>
  )
}

function countDays(inquiries: readonly Inquiry[], nowMs: number): Day[] {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
  const first = dayOf(nowMs) - DAYS + 1
  const days = Array.from({ length: DAYS }, (_, index) => ({
    name: formatDay((first + index) * DAY_MS),
    total: 0,
    counts: OUTCOMES.map(() => 0),
  }))
  for (const { openedAt, status } of inquiries) {
    const day = days[dayOf(Date.parse(openedAt)) - first]
    const named = OUTCOMES.findIndex(({ statuses }) => statuses.includes(status))
    const outcome = named === -1 ? OUTCOMES.length - 1 : named
    if (!day) continue
    day.total += 1
    day.counts[outcome] = (day.counts[outcome] ?? 0) + 1
  }
  return days
}

function Column({ day, index, most }: { day: Day; index: number; most: number }) {
  const { name, total, counts } = day
  const heights = counts.map((count) => (count / most) * BARS_HEIGHT)
  const middle = `${(index + 0.5) * COLUMN}%`
  const bottomOf = (part: number) =>
    TOP + BARS_HEIGHT - heights.slice(0, part).reduce((sum, height) => sum + height, 0)
  return (
    <g>
      <title>{`${name}: ${total}`}</title>
      {heights.map(
        (height, part) =>
          height > 0 && (
            <rect
              class={`daily-${OUTCOMES[part]?.tone}`}
              x={`${(index + 0.2) * COLUMN}%`}
              width={`${0.6 * COLUMN}%`}
              y={bottomOf(part) - height}
              height={Math.max(height - 1, 1)}
            />
          ),
      )}
      {total === 0 && (
        <rect
          class="daily-none"
          x={`${(index + 0.2) * COLUMN}%`}
          width={`${0.6 * COLUMN}%`}
          y={TOP + BARS_HEIGHT - 3}
          height="3"
        />
      )}
      {total > 0 && (
        <text class="daily-total" x={middle} y={bottomOf(counts.length) - 6}>
          {total}
        </text>
      )}
      <text class={classOfLabel(index)} x={middle} y={HEIGHT - 4}>
        {labelOf(name, index)}
      </text>
    </g>
  )
}

/** `12 Nov` where the chart or a month starts, then `13`, and `Today`. */
function labelOf(name: string, index: number): string {
  if (index === DAYS - 1) return 'Today'
  const [day = '', month = ''] = name.split(' ')
  return index === 0 || day === '1' ? `${day} ${month}` : day
}

/** A phone has room for the first and the last one only. */
function classOfLabel(index: number): string {
  if (index === 0) return 'daily-first'
  return index === DAYS - 1 ? 'daily-last' : 'daily-between'
}

function DailyTable({ days }: { days: readonly Day[] }) {
  return (
    <table class="daily-table">
      <caption class="visually-hidden">Inquiries opened per day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {OUTCOMES.map(({ label }) => (
            <th scope="col">{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ name, counts }) => (
          <tr>
            <th scope="row">{name}</th>
            {counts.map((count) => (
              <td>{count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
