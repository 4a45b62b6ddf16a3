'use client'
/**
 * How many inquiries were opened each day. A client component, so that it's rendered in one piece: the server streams its own
 * components in pieces, and wraps a piece of an SVG in an element with an inline style, which the policy refuses.
 */
import { Card } from '@/components/ui/card'
import { dayText } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/overview'

export function DayChart({ days }: { days: Overview['openedByDay'] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold">Inquiries by day</h2>
      <p className="mt-1 text-sm text-subtle-foreground">
        The last {days.length} days, by the day they were opened, UTC
      </p>
      <ol className="mt-5 flex gap-1 text-center text-xs text-subtle-foreground tabular-nums sm:gap-3">
        {days.map(({ day, count }, index) => (
          <li key={day} className="flex min-w-0 flex-1 flex-col-reverse gap-1.5">
            {/* A phone has room for every other date. */}
            <span className={index % 2 === 0 ? 'max-sm:invisible' : 'max-sm:-mx-2'}>
              {dayText(day)}
            </span>
            <svg aria-hidden="true" className="h-36 w-full border-b border-input">
              <rect
                className="fill-primary"
                width="100%"
                rx="4"
                height={`${(count / most) * 100}%`}
                y={`${(1 - count / most) * 100}%`}
              />
            </svg>
            <span className="font-medium text-muted-foreground">{count}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
