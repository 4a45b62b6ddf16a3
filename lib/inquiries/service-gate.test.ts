// The call budget and its pause. Instances use the same row concurrently.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { withTestApp } from '../testing/test-app'
import {
  NotFoundError,
  RateLimitedError,
  UnauthorisedError,
  UnavailableError,
} from '../verification/errors'
import {
  getServicePause,
  IDENTITY_RESERVE,
  pauseAfter,
  RESERVE,
  returnCall,
  takeCall,
  waitForCall,
} from './service-gate'

const CALLS_PER_MINUTE = 600
/** The calls that an idle gate grants at once: 5 % of a minute's. */
const BURST = 30
const WHAT = { operation: 'status', status: 400 } as const

withTestApp()
const allow = (perMinute: number) =>
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: perMinute })
beforeEach(() => {
  allow(CALLS_PER_MINUTE)
  return setGate({ tokens: BURST })
})

interface Gate {
  tokens: number
  pausedUntil?: Date | null
  pauseReason?: string | null
}
/** Sets the gate as if last refilled now, by the database's clock. */
const setGate = async (gate: Gate) => {
  await db().serviceGate.deleteMany()
  await db().serviceGate.create({ data: { id: 1, ...gate } })
}
/** Lets time pass by moving the last refill into the past. */
const letPass = (ms: number) =>
  db()
    .$executeRaw`UPDATE "ServiceGate" SET "refilledAt" = "refilledAt" - ${ms}::float8 * interval '1 millisecond'`
const tokens = async () => (await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })).tokens
const isGranted = async (reserve = 0) => (await takeCall(reserve)).isGranted
/** How many calls are granted before one is refused. */
async function takeAll(reserve = 0): Promise<number> {
  for (let calls = 0; ; calls++) if (!(await isGranted(reserve))) return calls
}

describe('the bucket', () => {
  test('starts full, grants what it holds, then nothing, and says when the next call is available', async () => {
    // A low rate, so that the bucket gains no call during the test.
    allow(10)
    await db().serviceGate.deleteMany()
    expect(await takeAll()).toBe(3)
    const { isGranted: isMore, retryAfterMs } = await takeCall()
    expect(isMore).toBe(false)
    expect(retryAfterMs).toBeGreaterThan(0)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000 / (0.995 * 10 - 3))
    await letPass(retryAfterMs)
    expect(await isGranted()).toBe(true)
    await letPass(3_600_000)
    expect(await takeAll()).toBe(3)
  })

  test('has a reserve of two calls for events and people who wait, and says when only the reserve is left', async () => {
    allow(10)
    expect(await takeCall(RESERVE)).toMatchObject({ isGranted: true, reserveFullAfterMs: 0 })
    expect(await isGranted(RESERVE)).toBe(false)
    const another = await takeCall(IDENTITY_RESERVE)
    expect(another).toMatchObject({ isGranted: true })
    expect(another.reserveFullAfterMs).toBeGreaterThan(0)
    expect(await isGranted(IDENTITY_RESERVE)).toBe(false)
    expect(await isGranted()).toBe(true)
  })

  test.each([2, 3, 7, 60, CALLS_PER_MINUTE])(
    'with %i calls a minute, no more are granted in any minute, and every caller gets one (D5, N17)',
    async (limit) => {
      allow(limit)
      await db().serviceGate.deleteMany()
      const stepMs = limit < 10 ? 5_000 : 500
      const grantedAt: number[] = []
      const startedAt = Date.now()
      for (let passedMs = 0; passedMs < (limit < 10 ? 300_000 : 100_000); passedMs += stepMs) {
        const reserve = (passedMs / stepMs) % 3 ? RESERVE : 0
        for (let turn = await takeCall(reserve); turn.isGranted; turn = await takeCall(reserve))
          // Adds the time that the test itself takes.
          grantedAt.push(turn.at.getTime() - startedAt + passedMs)
        await letPass(stepMs)
      }
      const perMinute = grantedAt.map(
        (startsAt) => grantedAt.filter((at) => at >= startsAt && at < startsAt + 60_000).length,
      )
      expect(Math.max(...perMinute)).toBeLessThanOrEqual(limit)
      if (limit > 10) expect(Math.max(...perMinute)).toBeGreaterThan(0.93 * limit)
      await letPass(3_600_000)
      expect(await isGranted(RESERVE)).toBe(true)
    },
  )

  test('is not overdrawn by concurrent callers', async () => {
    await setGate({ tokens: 10 })
    const startedAt = Date.now()
    const grants = await Promise.all(Array.from({ length: 40 }, () => isGranted()))
    const granted = grants.filter(Boolean).length
    const refilled = ((Date.now() - startedAt) * CALLS_PER_MINUTE) / 60_000
    expect(granted).toBeGreaterThanOrEqual(10)
    expect(granted).toBeLessThanOrEqual(10 + Math.ceil(refilled))
    expect(await tokens()).toBeGreaterThanOrEqual(0)
  })

  test('takes unused calls back', async () => {
    await takeCall()
    const before = await tokens()
    await returnCall()
    expect(await tokens()).toBe(before + 1)
  })

  test('goes on after a failover from a database whose clock was ahead', async () => {
    await db().$executeRaw`UPDATE "ServiceGate" SET "refilledAt" = now() + interval '1 hour'`
    expect(await takeAll()).toBeGreaterThan(0)
    await letPass(1_000)
    expect(await isGranted()).toBe(true)
  })
})

test('waiting for a call ends as soon as one is available, and does not start if none can be', async () => {
  await setGate({ tokens: 0 })
  expect(await waitForCall(5_000)).toBe(true)
  await setGate({ tokens: 0, pausedUntil: new Date(Date.now() + 60_000) })
  const startedAt = Date.now()
  expect(await waitForCall(20_000)).toBe(false)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
})

describe('a pause', () => {
  test('stops every call, whatever the bucket holds, and says how long and why', async () => {
    expect(await getServicePause()).toBeNull()
    const until = new Date(Date.now() + 60_000)
    await setGate({ tokens: BURST, pausedUntil: until, pauseReason: 'RATE_LIMITED' })
    const { isGranted, retryAfterMs } = await takeCall()
    expect(isGranted).toBe(false)
    expect(retryAfterMs).toBeGreaterThan(50_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
    expect(await getServicePause()).toEqual({ until, reason: 'RATE_LIMITED' })
  })

  test.each([
    ['that is over', -1_000],
    ['from before the clock was set back', 3_600_000],
  ])('%s stops nothing, whatever the clock of the app says', async (_, ms) => {
    const pausedUntil = new Date(Date.now() + ms)
    await setGate({ tokens: BURST, pausedUntil, pauseReason: 'RATE_LIMITED' })
    vi.useFakeTimers({ toFake: ['Date'], now: pausedUntil.getTime() - 60_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await getServicePause()).toBeNull()
    expect(await takeAll()).toBeGreaterThanOrEqual(BURST)
    // Now the wait is only for the empty bucket's next call.
    expect((await takeCall()).retryAfterMs).toBeLessThan(1_000)
  })

  test.each([
    ['429', new RateLimitedError(WHAT, 7_000), 'RATE_LIMITED', 7_000],
    ['401', new UnauthorisedError(WHAT), 'KEY_REFUSED', 60_000],
  ])('starts after a %s, even without a gate row', async (_status, error, reason, ms) => {
    const warn = vi.spyOn(log, 'warn')
    await db().serviceGate.deleteMany()
    for (const start of ['no gate', 'a gate', 'a pause from before the clock was set back']) {
      const before = Date.now()
      await pauseAfter(error)
      const pause = await getServicePause()
      expect(pause?.reason).toBe(reason)
      expect(pause?.until.getTime()).toBeGreaterThanOrEqual(before + ms)
      expect(pause?.until.getTime()).toBeLessThanOrEqual(Date.now() + ms)
      if (start === 'a gate')
        await setGate({ tokens: 1, pausedUntil: new Date(Date.now() + 2 * 3_600_000) })
    }
    expect(warn).toHaveBeenCalledWith('service_paused', { reason, retryAfterMs: ms })
  })

  test.each([new NotFoundError(WHAT), new UnavailableError(WHAT)])(
    'does not start after a failure that affects only one inquiry: %s',
    async (error) => {
      await pauseAfter(error)
      expect(await getServicePause()).toBeNull()
    },
  )

  test('that is shorter does not end a longer one', async () => {
    await pauseAfter(new RateLimitedError(WHAT, 600_000))
    const longer = await getServicePause()
    await pauseAfter(new UnauthorisedError(WHAT))
    expect(await getServicePause()).toEqual(longer)
  })
})
