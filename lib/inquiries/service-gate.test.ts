// The pause of the key and the turns of its background calls, on a real database.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { startTestApp, type TestApp } from '../testing/test-app'
import {
  NotFoundError,
  RateLimitedError,
  UnauthorisedError,
  UnavailableError,
} from '../verification/errors'
import { getServicePause, isServicePaused, pauseAfter, takeTurn } from './service-gate'

const CALLS_PER_MINUTE = 60
/** Sixty a minute, a little slower than allowed. */
const STEP_MS = 60_000 / (CALLS_PER_MINUTE * 0.965)
const AT_ONCE_MS = 0.03 * CALLS_PER_MINUTE * STEP_MS
const WHAT = { operation: 'status', status: 400 } as const

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', String(CALLS_PER_MINUTE))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db().serviceGate.deleteMany()
})
afterAll(() => app.stop())

const pausedUntil = (pausedUntil: Date | null, pauseReason: string | null = 'RATE_LIMITED') =>
  db().serviceGate.create({ data: { id: 1, nextTurnAt: new Date(), pausedUntil, pauseReason } })

test('the first turns are taken at once, the others wait one step longer each (D5, N17)', async () => {
  const startedAt = Date.now()
  const waits = []
  for (let turn = 0; turn < 8; turn++) waits.push(await takeTurn())
  const elapsedMs = Date.now() - startedAt
  for (const [turn, waitMs] of waits.entries()) {
    const expected = turn * STEP_MS - AT_ONCE_MS
    expect(waitMs).toBeLessThanOrEqual(Math.max(0, expected) + 1)
    expect(waitMs).toBeGreaterThanOrEqual(Math.max(0, expected - elapsedMs - 1))
  }
})

test('turns that nobody took are lost: after an idle time the first goes at once again', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await db().serviceGate.create({ data: { id: 1, nextTurnAt: anHourAgo } })
  expect(await takeTurn()).toBe(0)
  const { nextTurnAt } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(nextTurnAt.getTime()).toBeGreaterThan(Date.now())
})

test('a pause lasts until its time, and says why', async () => {
  const now = new Date()
  expect(await getServicePause(now)).toBeNull()
  const until = new Date(now.getTime() + 1_000)
  await pausedUntil(until)
  expect(await getServicePause(now)).toEqual({ until, reason: 'RATE_LIMITED' })
  expect(await isServicePaused(now)).toBe(true)
  expect(await getServicePause(until)).toBeNull()
  expect(await isServicePaused(until)).toBe(false)
})

test('a gate without a reason has an empty one, and one without a pause none', async () => {
  const now = new Date()
  await pausedUntil(new Date(now.getTime() + 1_000), null)
  expect(await getServicePause(now)).toMatchObject({ reason: '' })
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil: null } })
  expect(await getServicePause(now)).toBeNull()
})

test.each([
  ['429', new RateLimitedError(WHAT, 7_000), 'RATE_LIMITED', 7_000],
  ['401', new UnauthorisedError(WHAT), 'KEY_REFUSED', 60_000],
])(
  'after %s all calls of the key pause, whether or not there was a gate',
  async (_status, error, reason, ms) => {
    const warn = vi.spyOn(log, 'warn')
    for (const _ of ['no gate', 'a gate']) {
      const before = Date.now()
      await pauseAfter(error)
      const pause = await getServicePause(new Date())
      expect(pause?.reason).toBe(reason)
      expect(pause?.until.getTime()).toBeGreaterThanOrEqual(before + ms)
      expect(pause?.until.getTime()).toBeLessThanOrEqual(Date.now() + ms)
    }
    expect(warn).toHaveBeenCalledWith('service_paused', { reason, retryAfterMs: ms })
  },
)

test.each([new NotFoundError(WHAT), new UnavailableError(WHAT)])(
  'a failure of one inquiry pauses nobody else: %s',
  async (error) => {
    await pauseAfter(error)
    expect(await db().serviceGate.count()).toBe(0)
  },
)

test('a shorter pause does not end a longer one', async () => {
  await pauseAfter(new RateLimitedError(WHAT, 600_000))
  const longer = await getServicePause(new Date())
  await pauseAfter(new UnauthorisedError(WHAT))
  expect(await getServicePause(new Date())).toEqual(longer)
})
