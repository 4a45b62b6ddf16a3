/** Lays out the outcomes chart: a bar for each day, stacked by status. */
import { KNOWN_STATUSES } from '@/components/admin/status'
import type { Overview } from '@/lib/back-office/views'

export interface BarPart {
  status: string
  count: number
  /** Its lower and upper edge, as a fraction of the axis. */
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
  /** The statuses that occur, in stacking order: known ones first. */
  statuses: string[]
  /** Where the axis ends: even, so that its middle is a whole number. */
  top: number
}

export function stackOutcomes(days: Overview['outcomesByDay']): OutcomesChart {
  const seen = new Set(days.flatMap(({ outcomes }) => Object.keys(outcomes)))
  const known = [...KNOWN_STATUSES, 'OPENING']
  const statuses = [
    ...known.filter((status) => seen.has(status)),
    ...[...seen].filter((status) => !known.includes(status)).sort(),
  ]
  const totals = days.map(({ outcomes }) => Object.values(outcomes).reduce((a, b) => a + b, 0))
  const top = 2 * Math.ceil(Math.max(1, ...totals) / 2)
  const bars = days.map(({ day, outcomes }, index) => {
    let height = 0
    const parts = statuses.flatMap((status): BarPart[] => {
      const count = outcomes[status] ?? 0
      if (count === 0) return []
      const from = height / top
      height += count
      return [{ status, count, from, to: height / top }]
    })
    return { day, total: totals[index] ?? 0, parts }
  })
  return { bars, statuses, top }
}
