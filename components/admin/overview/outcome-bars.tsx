'use client'
import type { Locale } from 'next-intl'
import { statusLook } from '@/components/admin/status'
import { dayText } from '@/components/ui/utc-time'
import type { DayBar } from './stack-outcomes'

/**
 * A client component, so that it is rendered in one go: the server streams what it renders in pieces, and puts a piece of
 * an SVG into an element with an inline style, which the Content-Security-Policy refuses.
 */
export function OutcomeBars({
  bars,
  names,
  locale,
}: {
  bars: DayBar[]
  /** Of the statuses that occur. */
  names: Readonly<Record<string, string>>
  locale: Locale
}) {
  return (
    <svg
      viewBox={`0 0 ${bars.length * 10} 100`}
      preserveAspectRatio="none"
      className="h-44 w-full overflow-visible border-t border-b border-line"
      aria-hidden="true"
    >
      {bars.map(({ day, parts }, index) => (
        <g key={day}>
          {parts.map((part) => (
            <rect
              key={part.status}
              x={index * 10 + 1.5}
              width={7}
              y={(1 - part.to) * 100}
              height={(part.to - part.from) * 100}
              className={statusLook(part.status).fill}
            >
              <title>{`${dayText(day, locale)}: ${part.count} ${names[part.status] ?? part.status}`}</title>
            </rect>
          ))}
        </g>
      ))}
    </svg>
  )
}
