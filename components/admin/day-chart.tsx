/** Shows how many inquiries were opened each day, and how long customers waited from applying to a confirmed decision. */
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { dayText } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/overview'
import { formatDuration } from './words'

export function DayChart({ overview }: { overview: Overview }) {
  const { openedByDay: days, timeToDecision: time } = overview
  const most = Math.max(1, ...days.map(({ count }) => count))
  /** Leaves room for the number above the highest bar. */
  const heightOf = (count: number) => (88 * count) / most
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap justify-between gap-x-10 gap-y-4">
        <div>
          <h2 className="font-semibold">Inquiries by day</h2>
          <p className="mt-1 text-sm text-subtle-foreground">
            The last {days.length} days, by the day they were opened, UTC
          </p>
        </div>
        <dl className="flex gap-x-10">
          <Figure label="Median time to decision">
            {time ? formatDuration(time.median) : '–'}
          </Figure>
          <Figure label="95% decided within">{time ? formatDuration(time.p95) : '–'}</Figure>
        </dl>
      </div>
      <ol className="mt-5 flex gap-1 text-center text-xs text-subtle-foreground tabular-nums sm:gap-3">
        {days.map(({ day, count }, index) => (
          <li key={day} className="flex min-w-0 flex-1 flex-col-reverse gap-1.5">
            {/* A phone has room for every third date. */}
            <span
              className={cn(
                'flex justify-center whitespace-nowrap',
                index % 3 !== 1 && 'max-sm:invisible',
              )}
            >
              {dayText(day)}
            </span>
            <svg aria-hidden="true" className="h-40 w-full border-b border-input">
              <rect
                className="fill-primary forced-colors:fill-[CanvasText]"
                width="100%"
                rx="4"
                height={`${heightOf(count)}%`}
                y={`${100 - heightOf(count)}%`}
              />
              <text
                className="fill-muted-foreground font-medium"
                x="50%"
                y={`${100 - heightOf(count)}%`}
                dy="-5"
                textAnchor="middle"
              >
                {count}
              </text>
            </svg>
            <span className="sr-only">{count}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-subtle-foreground">{label}</dt>
    <dd className="text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
      {children}
    </dd>
  </div>
)
