import { expect, test } from 'vitest'
import type { Overview } from '@/lib/back-office/overview'
import { listProblems } from './overview'

const quiet: Overview = {
  awaiting: 0,
  oldest: [],
  overdue: 0,
  eventsSetAside: 0,
  rejectedDeliveries: [],
  reversals: 0,
  accountsNotOpened: 0,
  customersNotTold: 0,
  servicePause: null,
  openedByDay: [],
  timeToDecision: null,
}
const counts = (overview: Partial<Overview>) =>
  listProblems({ ...quiet, ...overview }).map(({ count, title }) => `${count} ${title}`)

test('on a quiet day nothing went wrong', () => {
  expect(counts({})).toEqual([])
})

test('a refused key comes first', () => {
  const servicePause = { until: new Date(), reason: 'KEY_REFUSED' } as const
  expect(counts({ overdue: 2, customersNotTold: 1, reversals: 1_000, servicePause })).toEqual([
    '! Calls to the service are paused',
    '999+ Accounts to block',
    '1 Customer not told',
    '2 Waiting for more than a day',
  ])
})

test('rejected deliveries are counted across all reasons, with each reason’s title', () => {
  const rejectedDeliveries = [
    { reason: 'unreadable_event', count: 2 },
    { reason: 'no_header', count: 1 },
  ]
  const [problem] = listProblems({ ...quiet, rejectedDeliveries })
  expect(problem?.count).toBe('3')
  expect(problem?.text).toContain('Signed, but not an event (2), No signature (1)')
})
