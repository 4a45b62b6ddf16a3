// The loop and the passes of the reconciler, in which order they work, and the failures that they survive.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import * as merchant from '../open-account'
import { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { forget } from '../runtime/once-per-process'
import { untilWaiting, whileWaiting } from '../testing/locked-rows'
import {
  deliverEvent,
  insertDue,
  insertOpenInquiry,
  makeDue,
  reload,
  shows,
  withTestApp,
} from '../testing/test-app'
import { UnavailableError } from '../verification/errors'
import { openedBody } from '../verification/wire'
import { inProcess, reconcileDue, reconcileSoon, startReconciler } from './reconcile'
import { takeCall } from './service-gate'
import { verificationService } from './verification-service'

/** Longer than it takes to claim the next row, so reads overlap. */
const ANSWER_MS = 100
const WITHIN = { timeout: 20_000, interval: 20 }
const PASS_MS = 40_000

const app = withTestApp()
vi.mock('node:timers/promises', { spy: true })
beforeEach(async () => {
  vi.mocked(sleep).mockReset()
  app.service.answer(shows('NEEDS_REVIEW'))
  await db().inquiry.updateMany({ data: { dueAt: null } })
  await db().webhookEvent.deleteMany()
})

function startLoop() {
  const loop = startReconciler()
  onTestFinished(async () => {
    await loop.stop()
    inProcess.loop = null
  })
  return loop
}
/** Inserts one row after another. Concurrent inserts could wait too long for a connection on a busy machine. */
async function insertManyDue(count: number) {
  const rows: Awaited<ReturnType<typeof insertDue>>[] = []
  while (rows.length < count) rows.push(await insertDue())
  return rows
}

function pauseForAMinute() {
  const gate = { tokens: 100, pausedUntil: new Date(Date.now() + 60_000) }
  return db().serviceGate.upsert({ where: { id: 1 }, create: { id: 1, ...gate }, update: gate })
}
/** Whether the loop or the pass found nothing to claim at least once. */
const hasTicked = () => vi.mocked(sleep).mock.calls.some(([ms]) => ms === 1_000)
/** Stops the clock until the test ends, so that no pass runs out of time. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
const opened = ({ id }: { id: string }) =>
  vi.waitFor(async () => expect((await reload({ id })).accountOpenedAt).not.toBeNull(), WITHIN)

test('waking or stopping an idle loop doesn’t wait for a tick, and the loop keeps no reactions of earlier turns in memory', async () => {
  const race = vi.spyOn(Promise, 'race')
  let endTicks = () => {}
  const tick = new Promise<void>((resolve) => {
    endTicks = resolve
  })
  vi.mocked(sleep).mockImplementation(() => tick.then())
  const loop = startLoop()
  onTestFinished(() => {
    vi.mocked(sleep).mockReset()
    endTicks()
  })
  const turns = () => race.mock.calls.map(([waited]) => [...waited])
  const waits = (before: number) =>
    vi.waitFor(() => expect(turns().length).toBeGreaterThan(before), WITHIN)
  await waits(0)
  for (let n = 0; n < 2; n++) {
    const before = turns().length
    reconcileSoon(() => expect.unreachable())
    await waits(before)
  }
  const waited = turns().flat()
  race.mockRestore()
  expect(new Set(waited).size).toBe(waited.length)
  await loop.stop()
})

test('in a process without a loop, due work is done after the response', async () => {
  app.service.answer(shows('APPROVED'))
  const inquiry = await insertDue()
  const afterwards: (() => Promise<unknown>)[] = []
  reconcileSoon((work) => afterwards.push(work))
  expect(app.service.requests).toEqual([])
  for (const work of afterwards) await work()
  expect(await reload(inquiry)).toMatchObject({ accountOpenedAt: expect.any(Date) })
})

test('in a process without a loop, a burst of events shares four passes', async () => {
  app.service.answer(shows('APPROVED'))
  await insertDue()
  await takeCall()
  const afterwards: (() => Promise<unknown>)[] = []
  for (let n = 0; n < 5; n++) reconcileSoon((work) => afterwards.push(work))
  const { passes } = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "ServiceGate" FOR UPDATE`
    const passes = afterwards.map((work) => work())
    await untilWaiting(4)
    await passes.at(-1)
    return { passes }
  })
  await Promise.all(passes)
})

test('while calls are paused, reported statuses are shown, nothing is claimed or called, and a pass ends early', async () => {
  await pauseForAMinute()
  const inquiry = await insertDue()
  await deliverEvent(inquiry, 'APPROVED')
  const startedAt = Date.now()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: false })
  expect(Date.now() - startedAt).toBeLessThan(PASS_MS / 2)
  expect(app.service.requests).toEqual([])
  const informed = { reportedStatus: 'APPROVED', status: null, grantedAt: null, urgent: true }
  expect(await reload(inquiry)).toMatchObject(informed)
})

test('reads run in parallel, at most 64 at a time', async () => {
  let release = () => {}
  const released = new Promise<never>((_, reject) => {
    release = () => reject(new UnavailableError({ operation: 'status' }))
  })
  // Mocked, because over HTTP the first reads would reach their deadline on a busy machine.
  const reads = vi.spyOn(verificationService(), 'getInquiry').mockReturnValue(released)
  await insertManyDue(66)
  startLoop()
  onTestFinished(() => release())
  await vi.waitUntil(hasTicked, { timeout: 45_000 })
  expect(reads).toHaveBeenCalledTimes(64)
})

test.each<[string, () => () => Promise<unknown>]>([
  ['the loop', () => startLoop().stop],
  [
    'a pass',
    () => {
      const pass = reconcileDue(5_000)
      return () => pass
    },
  ],
])('in %s, a core bank that hangs holds up no read and no other account', async (_, start) => {
  app.service.answer(shows('APPROVED'))
  const [stuck, other] = [await insertDue({ urgent: true }), await insertDue()]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(merchant, 'openAccount').mockImplementation(async ({ inquiry }) => {
    if (inquiry === stuck.id) await released
    return { account: 'ACC 1' }
  })
  const all = vi.spyOn(Promise, 'all')
  const end = start()
  await opened(other)
  expect(await reload(stuck)).toMatchObject({ status: 'APPROVED', accountOpenedAt: null })
  release()
  await end()
  expect(await reload(stuck)).toMatchObject({ account: 'ACC 1' })
  // The loop forgets finished work. Otherwise, its memory would grow forever.
  const sets = all.mock.calls.flat().filter((waited) => waited instanceof Set)
  expect(sets).toEqual([new Set(), new Set()])
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

test('the first read that succeeds makes failed reads due, whichever inquiry it is about', async () => {
  forget('reads')
  const failed = await insertManyDue(8)
  app.service.answer(() => ({ status: 503 }))
  await reconcileDue(500)
  const where = { id: { in: failed.map(({ id }) => id) } }
  await db().inquiry.updateMany({ where, data: { dueAt: inSeconds(200), lastError: 'HTTP_503' } })
  app.service.answer(shows('NEEDS_REVIEW'))
  await insertDue()
  startLoop()
  const read = () => db().inquiry.count({ where: { ...where, status: 'NEEDS_REVIEW' } })
  await vi.waitFor(async () => expect(await read()).toBe(8), WITHIN)
})

test('failed reads of another instance are woken too, and only as fast as the call budget allows', async () => {
  forget('reads')
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 60 })
  const rows = await insertManyDue(8)
  for (const row of rows) {
    await db().inquiry.update({ where: { id: row.id }, data: { lastError: 'HTTP_503' } })
    await makeDue(row, { dueAt: inSeconds(200) })
  }
  await makeDue({ id: rows[0]?.id ?? '' })
  const before = app.service.requests.length
  await reconcileDue(500)
  expect(app.service.requests.length - before).toBeLessThanOrEqual(3)
  const due = await db().inquiry.count({
    where: { dueAt: { lte: new Date() }, lastError: 'HTTP_503' },
  })
  expect(due).toBeGreaterThanOrEqual(5)
})

test('while some reads succeed and one inquiry’s fail, that one keeps its backoff', async () => {
  const [poisoned] = await insertManyDue(1)
  const failing = { id: poisoned?.id ?? '' }
  app.service.answer((request, nth) =>
    request.path.endsWith(poisoned?.serviceInquiryId ?? '-')
      ? { status: 500 }
      : shows('NEEDS_REVIEW')(request, nth),
  )
  await insertDue()
  await reconcileDue(500)
  const dueAt = inSeconds(200)
  await db().inquiry.update({ where: failing, data: { dueAt, lastError: 'HTTP_500' } })
  const read = await insertDue()
  await reconcileDue(2_000)
  expect(await reload(read)).toMatchObject({ status: 'NEEDS_REVIEW' })
  expect((await reload(failing)).dueAt).toEqual(dueAt)
})

test('a pass waits at most ten seconds for a core system that hangs', async () => {
  app.service.answer(shows('APPROVED'))
  const inquiry = await insertDue()
  let release = () => {}
  const account = new Promise<{ account: string }>((resolve) => {
    release = () => resolve({ account: 'ACC 1' })
  })
  vi.spyOn(merchant, 'openAccount').mockReturnValue(account)
  vi.mocked(sleep).mockImplementation((ms) => Promise.resolve(ms))
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  expect(sleep).toHaveBeenLastCalledWith(10_000)
  expect(await reload(inquiry)).toMatchObject({ accountOpenedAt: null, accountError: null })
  release()
  await opened(inquiry)
})

test('a stopped loop finishes its work under way and claims nothing more', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.service.answer(async (request, nth) => {
    await released
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const inquiry = await insertDue()
  const loop = startLoop()
  await vi.waitUntil(() => app.service.requests.length === 1, WITHIN)
  const stopped = loop.stop()
  const late = await insertDue()
  loop.wake()
  release()
  await stopped
  expect((await reload(inquiry)).readAt).not.toBeNull()
  expect(await reload(late)).toEqual(late)
})

test('the loop checks for work about once a second when nothing is due or calls are paused', async () => {
  const looks = vi.spyOn(db(), '$queryRaw')
  const loop = startLoop()
  await sleep(1_200)
  expect(looks.mock.calls.length).toBeLessThan(10)
  await pauseForAMinute()
  await insertDue()
  looks.mockClear()
  // Many events wake the loop meanwhile.
  for (const endsAt = Date.now() + 1_200; Date.now() < endsAt; await sleep(10)) loop.wake()
  expect(looks.mock.calls.length).toBeLessThan(10)
  looks.mockClear()
  await vi.waitFor(() => expect(looks).toHaveBeenCalled(), WITHIN)
})

test('while calls are paused, the loop takes an event in when it is woken, and not only at its next tick', async () => {
  await pauseForAMinute()
  await insertDue()
  // Ticks never end, and shorter waits take no time.
  vi.mocked(sleep).mockImplementation((ms) =>
    ms === 1_000 ? new Promise(() => {}) : Promise.resolve(),
  )
  startLoop()
  await vi.waitUntil(hasTicked, WITHIN)
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'APPROVED')
  reconcileSoon(() => expect.unreachable())
  const reported = async () => (await reload(inquiry)).reportedStatus === 'APPROVED'
  await vi.waitUntil(reported, WITHIN)
})

test('a cron pass ends in time and reports that more is due, and the next one continues', async () => {
  // A decision, so that no inquiry is due again during the test.
  app.service.answer(async (request, nth) => {
    await sleep(ANSWER_MS)
    return shows('DECLINED')(request, nth)
  })
  const inquiries = await insertManyDue(30)
  const due = { id: { in: inquiries.map(({ id }) => id) } }
  const first = await reconcileDue(ANSWER_MS / 2)
  expect(first.isComplete).toBe(false)
  expect(first.reconciled).toBeLessThan(30)
  // The pass has finished all claimed work, because the process may freeze now.
  expect(await db().inquiry.count({ where: { ...due, status: 'DECLINED' } })).toBe(first.reconciled)
  expect(await reconcileDue(PASS_MS)).toMatchObject({ isComplete: true })
  for (const { id } of inquiries) expect(await reload({ id })).toMatchObject({ status: 'DECLINED' })
})

test('a pass doesn’t wait for an inquiry that another transaction has locked', async () => {
  const { id } = await insertDue()
  stopClock()
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Inquiry" WHERE "id" = ${id}::uuid FOR UPDATE`
    expect(await reconcileDue(500)).toEqual({ reconciled: 0, isComplete: false })
  })
})

test('if an event makes an inquiry due again during a pass, the same pass reads it again', async () => {
  const inquiry = await insertDue()
  app.service.answer(async (request, nth) => {
    if (app.service.requests.length === 1) {
      // Waits until nothing else is due.
      await vi.waitUntil(hasTicked, WITHIN)
      await deliverEvent(inquiry, 'DECLINED')
    }
    return shows('DECLINED')(request, nth)
  })
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 2, isComplete: true })
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED' })
})

test('a pass waits if the budget refills in time', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 600 })
  await insertDue({ urgent: true })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  expect(await reconcileDue(PASS_MS)).toMatchObject({ reconciled: 1 })
})

test('a scheduled read leaves the reserve for events and for people who wait', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 10 })
  await db().serviceGate.create({ data: { id: 1, tokens: 2 } })
  await insertDue()
  expect(await reconcileDue(500)).toEqual({ reconciled: 0, isComplete: false })
  // The attempt doesn't use up a call.
  expect((await db().serviceGate.findFirstOrThrow()).tokens).toBeGreaterThanOrEqual(2)
  await db().serviceGate.updateMany({ data: { tokens: 3 } })
  expect(await reconcileDue(500)).toMatchObject({ reconciled: 1 })
})

/** Runs passes that each start with a full bucket. */
async function makePasses(count: number, before = async () => {}): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await db().serviceGate.deleteMany()
    await before()
    await reconcileDue(700)
  }
}

test.each([2, 3])('at %d calls a minute, a scheduled read and an open are made', async (calls) => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: calls })
  app.service.answer((request, nth) =>
    request.method === 'POST'
      ? { status: 201, body: openedBody(randomUUID()) }
      : shows('PENDING')(request, nth),
  )
  const scheduled = await insertDue({ dueAt: new Date(1) })
  const open = await makeDue(await insertOpenInquiry({ serviceInquiryId: null }), {
    dueAt: new Date(2),
  })
  await makePasses(4)
  expect((await reload(scheduled)).readAt).not.toBeNull()
  expect((await reload(open)).openState).toBe('OPEN')
})

test('in short passes too, the inquiry that has been due longest gets a turn while others have events', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 10 })
  app.service.answer(shows('NEEDS_REVIEW'))
  const noisy = [await insertOpenInquiry(), await insertOpenInquiry(), await insertOpenInquiry()]
  const scheduled = await insertDue({ dueAt: new Date(1) })
  await makePasses(8, async () => {
    for (const inquiry of noisy) await deliverEvent(inquiry, 'NEEDS_REVIEW')
  })
  expect((await reload(scheduled)).readAt).not.toBeNull()
})

test('three of four claims go to inquiries with events, even if others have been due longer', async () => {
  app.service.answer(shows('DECLINED'))
  const scheduled = await insertManyDue(4)
  for (let n = 0; n < 12; n++) await deliverEvent(await insertOpenInquiry(), 'DECLINED')
  await reconcileDue(PASS_MS)
  const claimed = await db().inquiry.findMany({
    where: { readAt: { gte: scheduled[0]?.createdAt } },
    orderBy: { readAt: 'asc' },
    take: 12,
  })
  const isScheduled = ({ id }: { id: string }) => scheduled.some((one) => one.id === id)
  expect(claimed).toHaveLength(12)
  expect(claimed.filter(isScheduled)).toHaveLength(3)
})

test('a read leaves the call for the identity that may follow it', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 2 })
  await db().serviceGate.create({ data: { id: 1, tokens: 2 } })
  app.service.answer(shows('APPROVED', { identity: { personalInfo: { fullName: 'Somebody' } } }))
  vi.spyOn(merchant, 'openAccount').mockImplementation(async ({ identity }) => {
    await identity()
    return { account: 'ACC 1' }
  })
  // The first has also been due longer, so that a fair turn chooses it too.
  const first = await insertDue()
  for (const inquiry of [first, await insertDue({ dueAt: new Date() })])
    await deliverEvent(inquiry, 'APPROVED')
  expect(await reconcileDue(500)).toEqual({ reconciled: 1, isComplete: false })
  expect(await reload(first)).toMatchObject({ account: 'ACC 1' })
})

/** Makes the database refuse rows that violate the condition, until the test ends. */
async function refuse(table: string, condition: string): Promise<void> {
  await db().$executeRawUnsafe(`ALTER TABLE "${table}" DROP CONSTRAINT IF EXISTS "broken"`)
  await db().$executeRawUnsafe(
    `ALTER TABLE "${table}" ADD CONSTRAINT "broken" CHECK (${condition}) NOT VALID`,
  )
}

test('a row whose read throws is retried with a growing delay, shown to staff, and affects no other', async () => {
  app.service.answer(shows('DECLINED'))
  const error = vi.spyOn(log, 'error')
  const broken = await insertDue({ tries: 10 })
  const whole = await insertDue()
  await refuse('StatusChange', `"inquiryId" <> '${broken.id}'`)
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 2, isComplete: true })
  const line = {
    inquiry: broken.id,
    correlationId: broken.correlationId,
    error: expect.any(String),
  }
  expect(error.mock.calls).toEqual([['reconcile_failed', line]])
  const after = await reload(broken)
  expect(after).toMatchObject({
    readAt: null,
    lastError: expect.any(String),
    missingSince: null,
  })
  expect(after.dueAt?.getTime()).toBeGreaterThan(Date.now() + 2 * 60_000)
  expect((await reload(whole)).readAt).not.toBeNull()
})

test('an open that throws is due again when its lease ends, and sets no read error', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(() => ({ status: 201, body: openedBody(randomUUID()) }))
  const intent = await makeDue(await insertOpenInquiry({ serviceInquiryId: null }))
  await refuse('Inquiry', `"id" <> '${intent.id}' OR "serviceInquiryId" IS NULL`)
  await reconcileDue(500)
  const line = {
    inquiry: intent.id,
    correlationId: intent.correlationId,
    error: expect.any(String),
  }
  expect(error.mock.calls).toEqual([['reconcile_failed', line]])
  const after = await reload(intent)
  expect(after).toMatchObject({ openState: 'OPENING', serviceInquiryId: null, lastError: null })
  expect(after.dueAt?.getTime()).toBeGreaterThan(Date.now())
})

test('if scheduling the next read after a failure fails too, that is logged, and the row is due again when its lease ends', async () => {
  const error = vi.spyOn(log, 'error')
  const inquiry = await insertDue()
  await refuse('Inquiry', `"id" <> '${inquiry.id}' OR "status" IS NULL AND "lastError" IS NULL`)
  await reconcileDue(500)
  const line = [
    'reconcile_failed',
    { inquiry: inquiry.id, correlationId: inquiry.correlationId, error: expect.any(String) },
  ]
  expect(error.mock.calls).toEqual([line, line])
  expect((await reload(inquiry)).dueAt?.getTime()).toBeGreaterThan(Date.now())
})

test('if the database fails while an account is being opened, the inquiry is due again when its lease ends', async () => {
  app.service.answer(shows('APPROVED'))
  const error = vi.spyOn(log, 'error')
  const inquiry = await insertDue()
  await refuse('Inquiry', `"id" <> '${inquiry.id}' OR "accountAskedAt" IS NULL`)
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  const line = {
    inquiry: inquiry.id,
    correlationId: inquiry.correlationId,
    error: expect.any(String),
  }
  expect(error.mock.calls).toEqual([['reconcile_failed', line]])
  const after = await reload(inquiry)
  expect(after).toMatchObject({ status: 'APPROVED', accountAskedAt: null })
  expect(after.dueAt?.getTime()).toBeGreaterThan(Date.now())
})

test('a claim that fails because another transaction stores the same service id is repeated', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(shows('DECLINED'))
  const [bound, other] = [
    await insertOpenInquiry({ serviceInquiryId: null }),
    await insertOpenInquiry(),
  ]
  const serviceInquiryId = randomUUID()
  await deliverEvent(
    { ...(await insertOpenInquiry({ serviceInquiryId: null })), serviceInquiryId },
    'DECLINED',
  )
  await deliverEvent(other, 'DECLINED')
  const [pass] = await whileWaiting(
    Prisma.sql`UPDATE "Inquiry" SET "serviceInquiryId" = ${serviceInquiryId}::uuid, "openState" = 'OPEN' WHERE "id" = ${bound.id}::uuid`,
    () => reconcileDue(PASS_MS),
    async () => {},
  )
  expect(pass).toMatchObject({ isComplete: true })
  expect(error).toHaveBeenCalledWith('claim_failed', { error: expect.any(String) })
  for (const inquiry of [bound, other])
    expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED' })
})

test('a loop that cannot read the database logs it, and recovers when it can', async () => {
  const error = vi.spyOn(log, 'error')
  await db().$executeRaw`ALTER TABLE "Inquiry" RENAME TO "away"`
  startLoop()
  const line = { error: 'DatabaseError 42P01' }
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith('reconcile_failed', line), WITHIN)
  await db().$executeRaw`ALTER TABLE "away" RENAME TO "Inquiry"`
  const inquiry = await insertDue()
  await vi.waitFor(async () => expect((await reload(inquiry)).readAt).not.toBeNull(), WITHIN)
})

test('a pass sets aside any number of unmatched events, and opens the account of an approval that arrived after them', async () => {
  await db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "serviceInquiryId", "status")
    SELECT gen_random_uuid(), 'inquiry.approved', now(), gen_random_uuid(), 'APPROVED' FROM generate_series(1, 1200)`
  const inquiry = await insertOpenInquiry()
  app.service.answer(shows('APPROVED'))
  await deliverEvent(inquiry, 'APPROVED')
  stopClock()
  expect(await reconcileDue(500)).toEqual({ reconciled: 1, isComplete: true })
  expect(await reload(inquiry)).toMatchObject({ accountOpenedAt: expect.any(Date) })
  expect(await db().webhookEvent.count({ where: { setAsideAt: { not: null } } })).toBe(1_200)
})
