/** Shows how the inquiries of each day ended, and how long customers waited from applying to a confirmed decision. */
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { dayText } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/overview'
import { formatDuration } from './words'

export function DayChart({ overview }: { overview: Overview }) {
  const { openedByDay: days, timeToDecision: time } = overview
  const sumOf = (outcome: 'approved' | 'refused') =>
    days.reduce((sum, day) => sum + day[outcome], 0)
  const approved = sumOf('approved')
  const decided = approved + sumOf('refused')
  const most = Math.max(1, ...days.map(({ count }) => count))
  /** Leaves room for the number above the highest bar. */
  const heightOf = (count: number) => (88 * count) / most
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap justify-between gap-x-10 gap-y-4">
        <div>
          <h2 className="font-semibold">Outcomes by day</h2>
          <p className="mt-1 text-sm text-subtle-foreground">
            Inquiries of the last {days.length} days, by the day they were opened, UTC
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure label="Approval rate">
            {decided > 0 ? `${Math.round((100 * approved) / decided)}%` : '–'}
          </Figure>
          <Figure label="Median time to decision">
            {time ? formatDuration(time.median) : '–'}
          </Figure>
          <Figure label="95% decided within">{time ? formatDuration(time.p95) : '–'}</Figure>
        </dl>
      </div>
      <ol className="mt-5 flex gap-1 text-center text-xs text-subtle-foreground tabular-nums sm:gap-3">
        {days.map(({ day, count, ...outcomes }, index) => (
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
              {stack({ count, ...outcomes }).map(({ key, fill, from, part }) => (
                <rect
                  key={key}
                  className={fill}
                  width="100%"
                  height={`${heightOf(part)}%`}
                  y={`${100 - heightOf(from + part)}%`}
                />
              ))}
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
            <span className="sr-only">
              {count} opened: {outcomes.approved} approved, {outcomes.waiting} waiting,{' '}
              {outcomes.refused} declined or failed
            </span>
          </li>
        ))}
      </ol>
      <ul
        aria-hidden="true"
        className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted-foreground"
      >
        {PARTS.map(({ key, label, fill }) => (
          <li key={key} className="flex items-center gap-2">
            <svg aria-hidden="true" className="size-3">
              <rect className={fill} width="100%" height="100%" rx="3" />
            </svg>
            {label}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Day = Omit<Overview['openedByDay'][number], 'day'>

/** From the bottom of a bar to its top. */
const PARTS = [
  { key: 'approved', label: 'Approved', fill: 'fill-primary forced-colors:fill-[CanvasText]' },
  {
    key: 'waiting',
    label: 'Waiting for a decision',
    fill: 'fill-warning forced-colors:fill-[Highlight]',
  },
  {
    key: 'refused',
    label: 'Declined or failed',
    fill: 'fill-destructive forced-colors:fill-[LinkText]',
  },
  { key: 'unfinished', label: 'Unfinished', fill: 'fill-input forced-colors:fill-[GrayText]' },
] as const

function stack(day: Day) {
  const unfinished = day.count - day.approved - day.waiting - day.refused
  let from = 0
  return PARTS.map(({ key, fill }) => {
    const part = key === 'unfinished' ? Math.max(0, unfinished) : day[key]
    from += part
    return { key, fill, part, from: from - part }
  })
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-subtle-foreground">{label}</dt>
    <dd className="text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
      {children}
    </dd>
  </div>
)
