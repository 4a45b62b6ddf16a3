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
  /** The days with a date even where there's no room for all. */
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
          {/* A mark on the baseline, so that a day without inquiries doesn't look like a gap. */}
          {total === 0 && (
            <line
              x1={`${(index + 0.15) * slot}%`}
              x2={`${(index + 0.85) * slot}%`}
              y1="100%"
              y2="100%"
              className="stroke-line-strong"
              strokeWidth={2}
            />
          )}
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
          <text
            // The last date ends where its bar ends, because on a phone it is wider than the bar.
            x={`${(index + (index === bars.length - 1 ? 0.85 : 0.5)) * slot}%`}
            y="100%"
            dy={20}
            textAnchor={index === bars.length - 1 ? 'end' : 'middle'}
            className={`fill-ink-faint text-xs ${dated.includes(index) ? '' : 'max-xl:hidden'}`}
          >
            {dayText(day, locale)}
          </text>
        </g>
      ))}
    </svg>
  )
}
