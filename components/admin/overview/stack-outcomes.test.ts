import { describe, expect, test } from 'vitest'
import { stackOutcomes } from './stack-outcomes'

describe('stackOutcomes', () => {
  test('an even tallest bar fills the axis, and its parts are stacked', () => {
    const { bars, top } = stackOutcomes([
      { day: '2026-01-01', outcomes: { APPROVED: 3, FAILED: 1 } },
      { day: '2026-01-02', outcomes: { APPROVED: 2 } },
    ])
    expect(top).toBe(4)
    expect(bars[0]?.parts).toEqual([
      { status: 'APPROVED', count: 3, from: 0, to: 0.75 },
      { status: 'FAILED', count: 1, from: 0.75, to: 1 },
    ])
    expect(bars[1]?.parts.at(-1)?.to).toBe(0.5)
  })

  test('an unknown status comes after the known ones', () => {
    const { statuses } = stackOutcomes([
      { day: '2026-01-01', outcomes: { ON_HOLD: 1, PENDING: 1, APPROVED: 1 } },
    ])
    expect(statuses).toEqual(['APPROVED', 'PENDING', 'ON_HOLD'])
  })

  test('an odd maximum rounds up, so the middle of the axis is a whole number', () => {
    const { bars, top } = stackOutcomes([{ day: '2026-01-01', outcomes: { APPROVED: 3 } }])
    expect(top).toBe(4)
    expect(bars[0]?.parts[0]?.to).toBe(0.75)
  })

  test('a day without inquiries has an empty bar', () => {
    expect(stackOutcomes([{ day: '2026-01-01', outcomes: {} }]).bars[0]?.parts).toEqual([])
  })
})
