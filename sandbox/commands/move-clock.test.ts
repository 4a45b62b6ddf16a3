// `advance` stops at every due time in order, so everything happens at its own time.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

const START = Date.parse('2026-11-22T10:00:00Z')
const DAY_S = 24 * 60 * 60

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
  return () => void vi.useRealTimers()
})

const advance = (body: object) => control(sandbox, 'POST', '/clock/advance', body)

/** Seconds since the start at which each delivery attempt was made. */
const attemptTimes = () =>
  sandbox.wire
    .list(null)
    .filter(({ direction }) => direction === 'delivery')
    .map(({ at }) => (Date.parse(at) - START) / 1000)

test('advancing a day makes all five retries, each when it is due (N8)', async () => {
  receiver.answerWith(500)
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await advance({ seconds: DAY_S })
  const times = attemptTimes()
  expect(times[0]).toBe(0)
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(waits).toHaveLength(5)
  for (const [index, delayS] of [5, 300, 1_800, 7_200, 18_000].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(delayS * 0.9)
    expect(waits[index]).toBeLessThanOrEqual(delayS)
  }
  expect(sandbox.store.deliveries.values()[0]?.state).toBe('FAILED')
  expect(sandbox.clock.nowMs(DEMO_TENANT.id)).toBe(START + DAY_S * 1000)
})

test('a decision that falls due while advancing gets its own time, and so does its event', async () => {
  await control(sandbox, 'PATCH', '/settings', { settings: { N5: 'reversal' } })
  const id = await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await advance({ seconds: DAY_S })
  const { history } = sandbox.store.inquiries.require(id)
  expect(history.at(-1)).toMatchObject({ status: 'DECLINED', at: '2026-11-22T10:00:30.000Z' })
  expect((await merchant.status(id)).body.portalDecidedAt).toBe('2026-11-22T10:00:30.000Z')
  expect(receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.declined'])
  expect(receiver.events()[1].createdAt).toBe('2026-11-22T10:00:30.000Z')
})

test("advancing a tenant's clock triggers only what is due for that tenant", async () => {
  receiver.answerWith(500)
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await sandbox.deliveries.idle()
  const other = await control(sandbox, 'POST', '/tenants', { name: 'Other' })
  await advance({ seconds: DAY_S, tenantId: other.body.tenantId })
  expect(attemptTimes()).toEqual([0])
  await advance({ seconds: 5, tenantId: DEMO_TENANT.id })
  expect(attemptTimes()).toHaveLength(2)
})
