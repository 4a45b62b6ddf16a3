'use client'
import { Card } from '@/components/ui/card'
/**
 * The current status of the inquiries opened each day, stacked. Screen readers get the table instead of the bars. A client
 * component, so that it's rendered in one piece: the server streams its own components in pieces, and wraps a piece of an SVG
 * in an element with an inline style, which the Content-Security-Policy blocks.
 */
import { cn } from '@/components/ui/cn'
import { dayText } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/overview'
import { KNOWN_STATUSES, statusLook, statusName } from './status'

interface ChartProps {
  days: Overview['outcomesByDay']
  /** Those that occur, in stacking order: known ones first. */
  statuses: string[]
}

const totalOf = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)

export function OutcomesChart({ days }: Pick<ChartProps, 'days'>) {
  const seen = new Set(days.flatMap(({ outcomes }) => Object.keys(outcomes)))
  const known = [...KNOWN_STATUSES, 'OPENING']
  const statuses = [
    ...known.filter((status) => seen.has(status)),
    ...[...seen].filter((status) => !known.includes(status)).sort(),
  ]
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold">Inquiries by day</h2>
      <p className="mt-1 text-sm text-subtle-foreground">
        The last {days.length} days, by the day they were opened, UTC
      </p>
      {statuses.length === 0 ? (
        <p className="py-16 text-center text-sm text-muted-foreground">
          No inquiries in the last {days.length} days.
        </p>
      ) : (
        <>
          <Bars days={days} statuses={statuses} />
          <ul className="mt-5 grid w-fit grid-cols-2 gap-x-8 gap-y-1.5 text-sm text-muted-foreground sm:grid-cols-3 lg:flex lg:flex-wrap lg:gap-x-5">
            {statuses.map((status) => (
              <li key={status} className="flex gap-2">
                <span
                  aria-hidden="true"
                  className={cn('mt-1.25 size-2.5 shrink-0 rounded-sm', statusLook(status).dot)}
                />
                <span>
                  {statusName(status)}{' '}
                  <span className="ml-1 font-medium text-foreground tabular-nums">
                    {totalOf(days.map(({ outcomes }) => outcomes[status] ?? 0))}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <Table days={days} statuses={statuses} />
        </>
      )}
    </Card>
  )
}

function Bars({ days, statuses }: ChartProps) {
  const totals = days.map(({ outcomes }) => totalOf(Object.values(outcomes)))
  /** Even, so that its middle is a whole number. */
  const top = 2 * Math.ceil(Math.max(1, ...totals) / 2)
  const slot = 100 / days.length
  /** The days with a date even where there's no room for all. */
  const dated = [0, Math.floor(days.length / 2), days.length - 1]
  return (
    <div aria-hidden="true" className="mt-6 flex gap-3">
      {/* Each value next to its line. */}
      <p className="-my-2 flex h-48 w-7 shrink-0 flex-col justify-between text-right text-xs/4 tabular-nums text-subtle-foreground">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{value}</span>
        ))}
      </p>
      {/* Percentages instead of a view box, which would stretch the numbers. */}
      <svg
        aria-hidden="true"
        className="mb-6 h-44 w-full min-w-0 overflow-visible border-t border-b"
      >
        <line x2="100%" y1="50%" y2="50%" className="stroke-border" strokeDasharray="3 3" />
        {days.map(({ day, outcomes }, index) => {
          const total = totals[index] ?? 0
          const left = (index + 0.15) * slot
          let height = 0
          return (
            <g key={day}>
              {statuses.map((status) => {
                const count = outcomes[status] ?? 0
                height += count
                return (
                  count > 0 && (
                    <rect
                      key={status}
                      x={`${left}%`}
                      width={`${0.7 * slot}%`}
                      y={`${(1 - height / top) * 100}%`}
                      height={`${(count / top) * 100}%`}
                      className={statusLook(status).fill}
                    >
                      <title>{`${dayText(day)}: ${count} ${statusName(status)}`}</title>
                    </rect>
                  )
                )
              })}
              {total > 0 ? (
                <text
                  x={`${(index + 0.5) * slot}%`}
                  y={`${(1 - total / top) * 100}%`}
                  dy={-5}
                  textAnchor="middle"
                  className="fill-muted-foreground stroke-card text-[0.6875rem] font-medium tabular-nums"
                  // Covers a line behind the number.
                  strokeWidth={6}
                  strokeLinejoin="round"
                  paintOrder="stroke"
                >
                  {total}
                </text>
              ) : (
                // A mark on the baseline, so that a day without inquiries doesn't look like a gap.
                <line
                  x1={`${left}%`}
                  x2={`${(index + 0.85) * slot}%`}
                  y1="100%"
                  y2="100%"
                  className="stroke-input"
                  strokeWidth={2}
                />
              )}
              <text
                // The last date ends where its bar ends, because on a phone it is wider than the bar.
                x={`${(index + (index === days.length - 1 ? 0.85 : 0.5)) * slot}%`}
                y="100%"
                dy={20}
                textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                className={cn(
                  'fill-subtle-foreground text-xs',
                  !dated.includes(index) && 'max-xl:hidden',
                )}
              >
                {dayText(day)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function Table({ days, statuses }: ChartProps) {
  return (
    <details className="group mt-5 text-sm">
      <summary className="inline-block list-none font-medium text-primary underline underline-offset-4">
        <span className="group-open:hidden">Show as a table</span>
        <span className="hidden group-open:inline">Hide the table</span>
      </summary>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full min-w-160 table-fixed text-left tabular-nums">
          <thead className="text-subtle-foreground">
            <tr>
              <th scope="col" className="w-20 py-1.5 pr-4 font-medium">
                Day
              </th>
              {statuses.map((status) => (
                <th key={status} scope="col" className="py-1.5 pr-4 text-right font-medium">
                  {statusName(status)}
                </th>
              ))}
              <th scope="col" className="w-20 py-1.5 text-right font-medium">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, outcomes }) => (
              <tr key={day} className="border-t">
                <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap">
                  {dayText(day)}
                </th>
                {statuses.map((status) => (
                  <td key={status} className="py-1.5 pr-4 text-right">
                    <Count of={outcomes[status] ?? 0} />
                  </td>
                ))}
                <td className="py-1.5 text-right">
                  <Count of={totalOf(Object.values(outcomes))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Zeros are dimmed, so that the days with inquiries are easy to see. */
const Count = ({ of: count }: { of: number }) => (
  <span className={count === 0 ? 'text-subtle-foreground' : 'font-medium'}>{count}</span>
)
