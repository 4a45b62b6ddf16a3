// What staff see of rejected deliveries, and that a flood of them costs next to nothing.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from './db'
import { log } from './log'
import { noteRejectedDelivery } from './rejected-deliveries'
import { counted, withTestApp } from './testing/test-app'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }
const KEPT = 1_000

withTestApp()
/** Each test begins long after the last. */
let now = 0
beforeEach(async () => {
  await db().rejectedDelivery.deleteMany()
  now += 3_600_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

type Reason = Parameters<typeof noteRejectedDelivery>[0]['reason']
const reject = (reason: Reason = 'no_header', deliveryId: string = randomUUID()) =>
  noteRejectedDelivery({ reason, deliveryId })

const expectStored = (...counts: number[]) =>
  vi.waitFor(async () => {
    const rows = await db().rejectedDelivery.findMany()
    expect(rows.map(({ count }) => count).toSorted()).toEqual(counts.toSorted())
  }, WITHIN)

test('the first rejection is stored immediately, and the ones that follow with the first after ten seconds', async () => {
  for (let n = 0; n < 500; n++) reject()
  await expectStored(1)
  now += 10_000
  reject('no_header', 'the-last')
  await expectStored(1, 500)
  expect(await db().rejectedDelivery.findFirst({ where: { count: 500 } })).toMatchObject({
    reason: 'no_header',
    deliveryId: 'the-last',
  })
})

test('a flood stores one row per reason every ten seconds, and every rejection is counted', async () => {
  const count = () => counted('webhook_rejections_total', { reason: 'bare_digest' })
  const before = (await count()) ?? 0
  for (let second = 0; second < 30; second++) {
    reject('no_header')
    reject('bare_digest')
    now += 1_000
  }
  await expectStored(1, 1, 10, 10, 10, 10)
  expect(await count()).toBe(before + 30)
})

test('if the database refuses the row, that is logged and nothing is thrown', async () => {
  const error = vi.spyOn(log, 'error')
  reject('no_header', 'x'.repeat(201))
  await vi.waitFor(
    () =>
      expect(error).toHaveBeenCalledWith('rejection_not_recorded', { error: expect.any(String) }),
    WITHIN,
  )
})

test('the newest thousand rows are kept', async () => {
  await db().rejectedDelivery.createMany({
    data: Array.from({ length: KEPT + 5 }, () => ({ reason: 'no_header' })),
  })
  reject('too_large', 'the-newest')
  await vi.waitFor(async () => expect(await db().rejectedDelivery.count()).toBe(KEPT), WITHIN)
  expect(await db().rejectedDelivery.count({ where: { deliveryId: 'the-newest' } })).toBe(1)
})
