/** The bars of the outcomes chart: one for each day, one part for each outcome. Pure, so that a test can look at it. */
import type { Overview } from '@/lib/back-office/views'

/** From the bottom of a bar to its top: what is settled first. Any other status is drawn last. */
const ORDER = [
  'APPROVED',
  'NEEDS_REVIEW',
  'DECLINED',
  'FAILED',
  'COMPLETED',
  'PENDING',
  'OPENING',
] as const

export interface BarPart {
  status: string
  count: number
  /** Where the part stands in the bar, as a share of the tallest day: 0 is the ground. */
  from: number
  to: number
}

export interface DayBar {
  day: string
  total: number
  parts: BarPart[]
}

export interface OutcomesChart {
  bars: DayBar[]
  /** The statuses that occur, in the order of drawing. */
  statuses: string[]
  tallest: number
}

export function stackOutcomes(days: Overview['outcomesByDay']): OutcomesChart {
  const seen = new Set(days.flatMap(({ outcomes }) => Object.keys(outcomes)))
  const known: readonly string[] = ORDER
  const statuses = [
    ...known.filter((status) => seen.has(status)),
    ...[...seen].filter((status) => !known.includes(status)).sort(),
  ]
  const totals = days.map(({ outcomes }) => Object.values(outcomes).reduce((a, b) => a + b, 0))
  const tallest = Math.max(1, ...totals)
  const bars = days.map(({ day, outcomes }, index) => {
    let height = 0
    const parts = statuses.flatMap((status): BarPart[] => {
      const count = outcomes[status] ?? 0
      if (count === 0) return []
      const from = height / tallest
      height += count
      return [{ status, count, from, to: height / tallest }]
    })
    return { day, total: totals[index] ?? 0, parts }
  })
  return { bars, statuses, tallest }
}
