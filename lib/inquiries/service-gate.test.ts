// The call budget and its pause. Instances take from the same row at the same time.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { withTestApp } from '../testing/test-inquiry'
import {
  NotFoundError,
  RateLimitedError,
  UnauthorisedError,
  UnavailableError,
} from '../verification/errors'
import { type CallPriority, getServicePause, pauseAfter, takeCall, takeCalls } from './service-gate'

const CALLS_PER_MINUTE = 600
/** What an idle gate grants in one burst: 3 % of a minute's calls. */
const BURST = 18
const WHAT = { operation: 'status', status: 400 } as const

withTestApp()
beforeAll(() => vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', String(CALLS_PER_MINUTE)))
beforeEach(() => setGate({ tokens: BURST }))
afterEach(() => vi.restoreAllMocks())

interface Gate {
  tokens: number
  pausedUntil?: Date | null
  pauseReason?: string | null
}
/** Last refilled now, by the database's clock. */
const setGate = async (gate: Gate) => {
  await db().serviceGate.deleteMany()
  await db().serviceGate.create({ data: { id: 1, ...gate } })
}
/** Lets time pass by moving the last refill into the past. */
const letPass = (ms: number) =>
  db()
    .$executeRaw`UPDATE "ServiceGate" SET "refilledAt" = "refilledAt" - ${ms}::float8 * interval '1 millisecond'`
const taken = async (priority: CallPriority, atMost: number) =>
  (await takeCalls(priority, atMost)).calls

describe('the bucket', () => {
  test('grants what it holds, then nothing, and says when the next call is available', async () => {
    expect(await taken('awaited', 100)).toBe(BURST)
    const { calls, retryAfterMs } = await takeCalls('awaited', 100)
    expect(calls).toBe(0)
    expect(retryAfterMs).toBeGreaterThan(0)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000 / (0.995 * CALLS_PER_MINUTE - BURST))
    await letPass(retryAfterMs)
    expect(await taken('awaited', 1)).toBe(1)
  })

  test('never refills beyond its capacity', async () => {
    await letPass(3_600_000)
    expect(await taken('awaited', 10_000)).toBe(BURST)
  })

  test('starts full', async () => {
    await db().serviceGate.deleteMany()
    expect(await taken('awaited', 10_000)).toBe(BURST)
  })

  test('never grants more than the limit in any minute (D5, N17)', async () => {
    const grantedAt: number[] = []
    const startedAt = Date.now()
    let passedMs = 0
    while (passedMs < 150_000) {
      const { calls, at, retryAfterMs } = await takeCalls('awaited', 1_000)
      const now = at.getTime() - startedAt + passedMs
      for (let call = 0; call < calls; call++) grantedAt.push(now)
      const stepMs = passedMs < 3_000 ? retryAfterMs : 250
      await letPass(stepMs)
      passedMs += stepMs
    }
    const perMinute = grantedAt.map(
      (startsAt) => grantedAt.filter((at) => at >= startsAt && at < startsAt + 60_000).length,
    )
    const most = Math.max(...perMinute)
    expect(most).toBeLessThanOrEqual(CALLS_PER_MINUTE)
    expect(most).toBeGreaterThan(0.95 * CALLS_PER_MINUTE)
  })

  test('never goes into debt: right after ninety applications, an awaited call is still available', async () => {
    for (let application = 0; application < 90; application++) await taken('opening', 1)
    expect(await taken('awaited', 1)).toBe(1)
    const { tokens } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
    expect(tokens).toBeGreaterThanOrEqual(0)
  })

  test('is not overdrawn by concurrent callers', async () => {
    await setGate({ tokens: 10 })
    const startedAt = Date.now()
    const grants = await Promise.all(Array.from({ length: 40 }, () => taken('awaited', 1)))
    const granted = grants.reduce((sum, calls) => sum + calls, 0)
    const refilled = ((Date.now() - startedAt) * CALLS_PER_MINUTE) / 60_000
    expect(granted).toBeGreaterThanOrEqual(10)
    expect(granted).toBeLessThanOrEqual(10 + Math.ceil(refilled))
  })
})

test.each<[CallPriority, number]>([
  ['awaited', BURST],
  ['opening', 9],
  ['scheduled', 5],
])('%s calls leave the rest of a full bucket to higher priorities', async (priority, calls) => {
  expect(await taken(priority, 100)).toBe(calls)
})

test('awaited calls go before openings, and openings before scheduled reads', async () => {
  expect(await taken('scheduled', 100)).toBeGreaterThan(0)
  expect(await taken('scheduled', 100)).toBe(0)
  expect(await taken('opening', 100)).toBeGreaterThan(0)
  expect(await taken('opening', 100)).toBe(0)
  expect(await taken('awaited', 100)).toBeGreaterThan(0)
})

test.each([1, 2, 30])(
  'with %i calls a minute, every priority eventually gets a call',
  async (limit) => {
    vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', String(limit))
    vi.resetModules()
    const fresh = await import('./service-gate')
    for (const priority of ['scheduled', 'opening', 'awaited'] as const) {
      await setGate({ tokens: 0 })
      await letPass(3_600_000)
      expect((await fresh.takeCalls(priority, 1)).calls).toBe(1)
    }
    vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', String(CALLS_PER_MINUTE))
  },
)

describe('waiting for a call', () => {
  test('ends as soon as one is available', async () => {
    await setGate({ tokens: 0 })
    expect(await takeCall('awaited', 5_000)).toBeInstanceOf(Date)
  })

  test('does not start if none can become available in time', async () => {
    await setGate({ tokens: 0, pausedUntil: new Date(Date.now() + 60_000) })
    const startedAt = Date.now()
    expect(await takeCall('awaited', 20_000)).toBeNull()
    expect(Date.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('a pause', () => {
  test('stops every call, whatever the bucket holds, and says how long', async () => {
    await setGate({ tokens: BURST, pausedUntil: new Date(Date.now() + 60_000) })
    const { calls, retryAfterMs } = await takeCalls('awaited', 1)
    expect(calls).toBe(0)
    expect(retryAfterMs).toBeGreaterThan(55_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  test('ends on time, and says why', async () => {
    const now = new Date()
    expect(await getServicePause(now)).toBeNull()
    const until = new Date(now.getTime() + 1_000)
    await setGate({ tokens: 0, pausedUntil: until, pauseReason: 'RATE_LIMITED' })
    expect(await getServicePause(now)).toEqual({ until, reason: 'RATE_LIMITED' })
    expect(await getServicePause(until)).toBeNull()
  })

  test.each([
    ['429', new RateLimitedError(WHAT, 7_000), 'RATE_LIMITED', 7_000],
    ['401', new UnauthorisedError(WHAT), 'KEY_REFUSED', 60_000],
  ])('starts after a %s, even without a gate row', async (_status, error, reason, ms) => {
    const warn = vi.spyOn(log, 'warn')
    await db().serviceGate.deleteMany()
    for (const _ of ['no gate', 'a gate']) {
      const before = Date.now()
      await pauseAfter(error)
      const pause = await getServicePause(new Date())
      expect(pause?.reason).toBe(reason)
      expect(pause?.until.getTime()).toBeGreaterThanOrEqual(before + ms)
      expect(pause?.until.getTime()).toBeLessThanOrEqual(Date.now() + ms)
    }
    expect(warn).toHaveBeenCalledWith('service_paused', { reason, retryAfterMs: ms })
  })

  test.each([new NotFoundError(WHAT), new UnavailableError(WHAT)])(
    'does not start after a failure that affects only one inquiry: %s',
    async (error) => {
      await pauseAfter(error)
      expect(await getServicePause(new Date())).toBeNull()
    },
  )

  test('that is shorter does not end a longer one', async () => {
    await pauseAfter(new RateLimitedError(WHAT, 600_000))
    const longer = await getServicePause(new Date())
    await pauseAfter(new UnauthorisedError(WHAT))
    expect(await getServicePause(new Date())).toEqual(longer)
  })
})
