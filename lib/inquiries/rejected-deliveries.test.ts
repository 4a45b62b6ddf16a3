// Staff see a sample of rejected deliveries, and a flood of them costs next to nothing.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../database/db'
import { log } from '../runtime/log'
import { counted, withTestApp } from '../testing/test-app'
import { noteRejectedDelivery } from './rejected-deliveries'

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

test('a flood stores one row per reason every ten seconds, for the last rejection, and counts every rejection', async () => {
  const count = () => counted('webhook_rejections_total', { reason: 'malformed_header' })
  const before = (await count()) ?? 0
  for (let second = 0; second < 30; second++) {
    reject('no_header', `d-${second}`)
    reject('malformed_header')
    now += 1_000
  }
  const where = { reason: 'no_header' }
  const rows = () => db().rejectedDelivery.findMany({ where })
  await vi.waitFor(async () => expect(await rows()).toHaveLength(3), WITHIN)
  const stored = (await rows()).map((row) => [row.deliveryId, row.count])
  expect(stored.toSorted()).toEqual([
    ['d-0', 1],
    ['d-10', 10],
    ['d-20', 10],
  ])
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

test('only the newest thousand rows are kept', async () => {
  await db().rejectedDelivery.createMany({
    data: Array.from({ length: KEPT + 5 }, () => ({ reason: 'no_header' })),
  })
  reject('too_large', 'the-newest')
  await vi.waitFor(async () => expect(await db().rejectedDelivery.count()).toBe(KEPT), WITHIN)
  expect(await db().rejectedDelivery.count({ where: { deliveryId: 'the-newest' } })).toBe(1)
})
