'use client'
import type { Locale } from 'next-intl'
import { statusLook } from '@/components/admin/status'
import { dayText } from '@/components/ui/utc-time'
import type { DayBar } from './stack-outcomes'

interface OutcomeBarsProps {
  bars: DayBar[]
  /** The names of the statuses that occur. */
  names: Readonly<Record<string, string>>
  locale: Locale
}

/**
 * A client component, so that it's rendered in one piece. The server streams its own components in pieces, and wraps a piece
 * of an SVG in an element with an inline style, which the Content-Security-Policy blocks.
 */
export function OutcomeBars({ bars, names, locale }: OutcomeBarsProps) {
  const slot = 100 / bars.length
  const dated = [0, Math.floor(bars.length / 2), bars.length - 1]
  return (
    // Percentages instead of a view box, which would stretch the numbers.
    <svg
      className="mb-6 h-44 w-full min-w-0 overflow-visible border-t border-b border-line"
      aria-hidden="true"
    >
      <line x2="100%" y1="50%" y2="50%" className="stroke-line" strokeDasharray="3 3" />
      {bars.map(({ day, total, parts }, index) => (
        <g key={day}>
          {parts.map((part) => (
            <rect
              key={part.status}
              x={`${(index + 0.15) * slot}%`}
              width={`${0.7 * slot}%`}
              y={`${(1 - part.to) * 100}%`}
              height={`${(part.to - part.from) * 100}%`}
              className={statusLook(part.status).fill}
            >
              <title>{`${dayText(day, locale)}: ${part.count} ${names[part.status] ?? part.status}`}</title>
            </rect>
          ))}
          {total > 0 && (
            <text
              x={`${(index + 0.5) * slot}%`}
              y={`${(1 - (parts.at(-1)?.to ?? 0)) * 100}%`}
              dy={-5}
              textAnchor="middle"
              className="fill-ink-soft stroke-surface text-[0.6875rem] font-medium tabular-nums"
              // Covers a line behind the number.
              strokeWidth={6}
              strokeLinejoin="round"
              paintOrder="stroke"
            >
              {total}
            </text>
          )}
          {dated.includes(index) && (
            <text
              x={`${(index + 0.5) * slot}%`}
              y="100%"
              dy={20}
              textAnchor="middle"
              className="fill-ink-faint text-xs"
            >
              {dayText(day, locale)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** One row per day, for when only a few days have inquiries. */
export function OutcomeRows({ bars, names, locale }: OutcomeBarsProps) {
  const longest = Math.max(...bars.map(({ parts }) => parts.at(-1)?.to ?? 0))
  return (
    <ul aria-hidden="true" className="mt-5 grid gap-3 text-sm">
      {bars.map(({ day, total, parts }) => (
        <li key={day} className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3">
          <span className="whitespace-nowrap text-ink-faint">{dayText(day, locale)}</span>
          <svg
            viewBox={`0 0 ${longest * 100} 10`}
            preserveAspectRatio="none"
            className="h-8 w-full"
            aria-hidden="true"
          >
            {parts.map((part) => (
              <rect
                key={part.status}
                x={part.from * 100}
                width={(part.to - part.from) * 100}
                height={10}
                className={`${statusLook(part.status).fill} stroke-surface`}
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
              >
                <title>{`${part.count} ${names[part.status] ?? part.status}`}</title>
              </rect>
            ))}
          </svg>
          <span className="min-w-6 text-right font-medium tabular-nums">{total}</span>
        </li>
      ))}
    </ul>
  )
}
