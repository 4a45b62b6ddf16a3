import { describe, expect, test } from 'vitest'
import type { Overview } from '@/lib/back-office/views'
import { attentionItems } from './attention-items'

const quiet: Overview = {
  unsettledTooLong: 0,
  unmatchedEvents: 0,
  rejectedDeliveries: 0,
  reversals: 0,
  accountsNotOpened: 0,
  servicePause: null,
  outcomesByDay: [],
  timeToDecision: null,
}

describe('attentionItems', () => {
  test('a quiet day asks for nothing', () => {
    expect(attentionItems(quiet)).toEqual([])
  })

  test('a pause of all calls comes before everything else', () => {
    const items = attentionItems({
      ...quiet,
      reversals: 2,
      servicePause: { until: '2026-01-31T12:30:45.000Z', reason: 'key refused' },
    })
    expect(items.map(({ count }) => count)).toEqual(['!', '2'])
    expect(items[0]?.text).toContain('12:30:45 UTC')
  })

  test('a count that was cut off says so', () => {
    expect(attentionItems({ ...quiet, unmatchedEvents: 1000 })[0]?.count).toBe('1,000+')
  })
})
