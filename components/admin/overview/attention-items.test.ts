import { describe, expect, test } from 'vitest'
import type { Overview } from '@/lib/back-office/views'
import { attentionItems } from './attention-items'

const quiet: Overview = {
  waitingTooLong: 0,
  unmatchedEvents: 0,
  rejectedDeliveries: [],
  reversals: 0,
  accountsNotOpened: 0,
  servicePause: null,
  outcomesByDay: [],
  timeToDecision: null,
  countedAt: null,
}

describe('attentionItems', () => {
  test('a quiet day has no items', () => {
    expect(attentionItems(quiet)).toEqual([])
  })

  test('a pause comes first', () => {
    const servicePause = { until: '2026-01-31T12:30:45.000Z', reason: 'key refused' }
    const items = attentionItems({ ...quiet, reversals: 2, servicePause })
    expect(items.map(({ id, count }) => [id, count])).toEqual([
      ['paused', '!'],
      ['reversals', '2'],
    ])
  })

  test('a capped count ends in a plus sign', () => {
    expect(attentionItems({ ...quiet, unmatchedEvents: 1000 })[0]?.count).toBe('999+')
  })

  test('rejected deliveries are counted across all reasons', () => {
    const rejectedDeliveries = [
      { reason: 'unreadable_event', count: 2 },
      { reason: 'no_header', count: 1 },
    ]
    expect(attentionItems({ ...quiet, rejectedDeliveries })).toMatchObject([{ count: '3' }])
  })
})
