// What staff see of rejected deliveries, and that a flood of them costs next to nothing.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from './db'
import { log } from './log'
import { metrics } from './metrics'
import { flushRejectedDeliveries, noteRejectedDelivery } from './rejected-deliveries'
import { withTestApp } from './testing/test-inquiry'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

const KEPT = 1_000
const TEN_SECONDS_MS = 10_000

withTestApp()
beforeEach(async () => {
  await db().rejectedDelivery.deleteMany()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await flushRejectedDeliveries()
  vi.restoreAllMocks()
})

type Reason = Parameters<typeof noteRejectedDelivery>[0]['reason']
const reject = (reason: Reason = 'no_header', deliveryId = randomUUID() as string) =>
  noteRejectedDelivery({ reason, deliveryId })

const storedCounts = async () =>
  (await db().rejectedDelivery.findMany({ orderBy: { id: 'asc' } })).map(({ count }) => count)

/** Waits in real time, because the statements are real. */
const expectStored = async (...counts: number[]) => {
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await storedCounts()).toEqual(counts), WITHIN)
}

test('the first rejection is stored immediately, and the ones that follow as one row with their count', async () => {
  for (let n = 0; n < 500; n++) reject()
  reject('no_header', 'the-last')
  vi.advanceTimersByTime(TEN_SECONDS_MS)
  await expectStored(1, 500)
  expect(await db().rejectedDelivery.findFirst({ where: { count: 500 } })).toMatchObject({
    reason: 'no_header',
    deliveryId: 'the-last',
  })
})

test('a flood stores one row per reason every ten seconds, and after a quiet time the next one is stored immediately', async () => {
  for (let second = 0; second < 30; second++) {
    reject('no_header')
    reject('bare_digest')
    vi.advanceTimersByTime(1_000)
  }
  vi.advanceTimersByTime(TEN_SECONDS_MS)
  reject('too_large')
  vi.advanceTimersByTime(TEN_SECONDS_MS)
  reject('too_large')
  vi.useRealTimers()
  const expected = [1, 1, 10, 10, 10, 10, 9, 9, 1, 1].toSorted()
  await vi.waitFor(async () => expect((await storedCounts()).toSorted()).toEqual(expected), WITHIN)
})

test('every rejection is counted, whether it is stored or not', async () => {
  const before = await rejections('malformed_header')
  for (let n = 0; n < 20; n++) reject('malformed_header')
  expect(await rejections('malformed_header')).toBe(before + 20)
})

test('a flush waits for a row that is being stored', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(db(), '$executeRaw').mockReturnValueOnce(held as never)
  reject()
  let isFlushed = false
  const flush = flushRejectedDeliveries().then(() => {
    isFlushed = true
  })
  await new Promise(setImmediate)
  expect(isFlushed).toBe(false)
  release()
  await flush
})

test('rejections that were only counted are stored when the process is told to stop', async () => {
  for (let n = 0; n < 4; n++) reject()
  process.emit('SIGTERM')
  await expectStored(1, 3)
})

test('if the database refuses the row, that is logged and nothing is thrown', async () => {
  const error = vi.spyOn(log, 'error')
  reject('no_header', 'x'.repeat(201))
  vi.useRealTimers()
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
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await db().rejectedDelivery.count()).toBe(KEPT), WITHIN)
  expect(await db().rejectedDelivery.count({ where: { deliveryId: 'the-newest' } })).toBe(1)
})

async function rejections(reason: string): Promise<number> {
  const metric = await metrics().registry.getSingleMetric('webhook_rejections_total')?.get()
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}
