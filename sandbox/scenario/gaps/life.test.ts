// How each value changes an inquiry's lifecycle.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GapTrial, startGapTrial } from '../../testing/gap-trial.ts'
import { control } from '../../testing/merchant.ts'

let trial: GapTrial
beforeEach(async () => {
  trial = await startGapTrial()
})
afterEach(() => trial.close())

describe('N5', () => {
  const statuses = (id: string) =>
    trial.sandbox.store.inquiries.require(id).history.map(({ status }) => status)

  test('through-completed goes through COMPLETED, and declines after a review', async () => {
    expect(statuses(await trial.complete('APPROVED'))).toEqual(['PENDING', 'COMPLETED', 'APPROVED'])
    expect(statuses(await trial.complete('DECLINED'))).toEqual([
      'PENDING',
      'COMPLETED',
      'NEEDS_REVIEW',
      'DECLINED',
    ])
  })

  test('straight decides from PENDING', async () => {
    await trial.set('N5', 'straight')
    expect(statuses(await trial.complete('DECLINED'))).toEqual(['PENDING', 'DECLINED'])
    expect(trial.receiver.kinds()).toEqual(['inquiry.declined'])
  })

  test('reversal reverses the decision half a minute later', async () => {
    await trial.set('N5', 'reversal')
    const id = await trial.complete('APPROVED')
    expect(await trial.statusOf(id)).toBe('APPROVED')
    await trial.advance(30)
    expect(await trial.statusOf(id)).toBe('DECLINED')
    expect(trial.receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.declined'])
  })

  test('unknown-status shows an unknown status, then the outcome', async () => {
    await trial.set('N5', 'unknown-status')
    const id = await trial.complete('APPROVED')
    expect(await trial.statusOf(id)).toBe('ESCALATED')
    await trial.advance(30)
    expect(await trial.statusOf(id)).toBe('APPROVED')
  })
})

test('N6 after-event: the status lags behind the event', async () => {
  await trial.set('N6', 'after-event')
  const id = await trial.complete('APPROVED')
  expect(trial.receiver.kinds()).toEqual(['inquiry.approved'])
  expect(await trial.statusOf(id)).toBe('COMPLETED')
  expect((await trial.merchant.documents(id)).status).toBe(403)
  await trial.advance(5)
  expect(await trial.statusOf(id)).toBe('APPROVED')
})

test('N6 after-event: while a second decision lags, the status shows the first one’s note and time', async () => {
  await trial.set('N6', 'after-event')
  const id = await trial.complete('NEEDS_REVIEW')
  await trial.advance(10)
  const decide = (status: string, note: string) =>
    control(trial.sandbox, 'POST', `/inquiries/${id}/decide`, { status, note })
  const seen = async () => {
    const { status, portalDecisionNote, portalDecidedAt } = (await trial.merchant.status(id)).body
    return { status, portalDecisionNote, portalDecidedAt }
  }
  await decide('APPROVED', 'First.')
  expect(await seen()).toMatchObject({ status: 'NEEDS_REVIEW', portalDecisionNote: null })
  await trial.advance(10)
  await decide('APPROVED', 'First, confirmed.')
  const first = await seen()
  expect(first).toMatchObject({ status: 'APPROVED', portalDecisionNote: 'First, confirmed.' })
  await trial.advance(10)
  await decide('DECLINED', 'Second.')
  expect(await seen()).toEqual(first)
  await trial.advance(10)
  expect(await seen()).toMatchObject({ status: 'DECLINED', portalDecisionNote: 'Second.' })
})

test('N6 after-event: the review reasons stay hidden until the status shows the decision', async () => {
  await trial.set('N6', 'after-event')
  const id = await trial.complete('NEEDS_REVIEW')
  expect((await trial.merchant.status(id)).body).toMatchObject({
    status: 'COMPLETED',
    reviewReasons: [],
  })
  await trial.advance(5)
  const { body } = await trial.merchant.status(id)
  expect(body).toMatchObject({ status: 'NEEDS_REVIEW', reviewReasons: [expect.any(String)] })
})

test.each([
  ['pending', 'PENDING'],
  ['failed', 'FAILED'],
  ['declined', 'DECLINED'],
  ['unknown-status', 'EXPIRED'],
])('N7 %s: an expired inquiry reads as %s', async (value, status) => {
  await trial.set('N7', value)
  const id = await trial.merchant.openedId()
  await trial.advance(7 * 24 * 60 * 60)
  expect(await trial.statusOf(id)).toBe(status)
  expect(trial.receiver.received).toHaveLength(0)
})

test.each([
  ['seven-days', 7 * 24],
  ['one-hour', 1],
  ['thirty-days', 30 * 24],
])('N25 %s caps a requested expiresAt', async (value, hours) => {
  await trial.set('N25', value)
  const { body } = await trial.merchant.status(
    await trial.merchant.openedId({ expiresAt: '2099-01-01T00:00:00Z' }),
  )
  const lifetimeMs = Date.parse(String(body.expiresAt)) - Date.parse(String(body.openedAt))
  expect(lifetimeMs).toBe(hours * 60 * 60 * 1000)
})

describe('N26', () => {
  const reasonsOf = async (id: string) => (await trial.merchant.status(id)).body.reviewReasons

  test.each([
    ['one-or-more', 1],
    ['none', 0],
    ['many', 12],
  ])('%s: NEEDS_REVIEW has %i reasons', async (value, count) => {
    await trial.set('N26', value)
    expect(await reasonsOf(await trial.complete('NEEDS_REVIEW'))).toHaveLength(count)
  })

  test.each([
    ['one-or-more', 1],
    ['only-in-review', 0],
  ])('%s: %i review reasons remain after the decision', async (value, count) => {
    await trial.set('N26', value)
    const id = await trial.complete('NEEDS_REVIEW')
    expect(await reasonsOf(id)).toHaveLength(1)
    await control(trial.sandbox, 'POST', `/inquiries/${id}/decide`, { status: 'APPROVED' })
    expect(await reasonsOf(id)).toHaveLength(count)
  })
})

test.each([
  ['silent-failure', 'FAILED'],
  ['silent-decline', 'DECLINED'],
])('N29 %s: an approval is reversed three days later without an event', async (value, status) => {
  await trial.set('N29', value)
  const id = await trial.complete('APPROVED')
  await trial.advance(3 * 24 * 60 * 60)
  expect(await trial.statusOf(id)).toBe(status)
  expect(trial.receiver.kinds()).toEqual(['inquiry.approved'])
})
