// The reconciler: what it claims, when, and how it stops. read-inquiry.test.ts covers what a read does to its row.

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { log } from '../log'
import * as merchant from '../open-account'
import { filledForm } from '../testing/filled-form'
import type { Script, ScriptedAnswer } from '../testing/scripted-service'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { endRead, hearEvent, makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { getApplicantInquiry } from './applicant-inquiry'
import { openInquiry } from './open-inquiry'
import { readAtOnce, reconcileDue, reconcileOne, reconcileSoon, startReconciler } from './reconcile'
import { MAX_FRUITLESS_READS } from './rules'

vi.mock('../open-account', { spy: true })

/** Longer than it takes to claim the next row, so reads overlap. */
const ANSWER_MS = 100
/** Far below the ten seconds for which a slow response keeps its slot, and above what a busy machine adds. */
const SOON_MS = 5_000
const WITHIN = { timeout: 20_000, interval: 20 }

const PASS_MS = 20_000
const USUAL = { RECONCILER: 'loop', VERIFICATION_CALLS_PER_MINUTE: 1_000_000 }

const app = withTestApp()
let loop: ReturnType<typeof startReconciler> | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  Object.assign(env(), USUAL)
  await loop?.stop()
  loop = undefined
  Reflect.deleteProperty(globalThis, 'merchantReconciler')
  await db().inquiry.updateMany({ data: { nextReadAt: null } })
  await db().accountOpening.updateMany({ data: { nextTryAt: null } })
  await db().serviceGate.deleteMany()
})

/** Answers with this status, whichever inquiry is read. */
const shows =
  (status: string, extra: object = {}): Script =>
  ({ path }) => ({
    body: {
      inquiryId: path.split('/').at(-1),
      referenceId: null,
      status,
      reviewReasons: [],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      ...extra,
    },
  })

const insertDue = async (columns = {}) => makeDue(await insertOpenInquiry(), columns)
const settled = (id: string) =>
  vi.waitFor(async () => expect((await reload({ id })).readAt).not.toBeNull(), WITHIN)

test('the loop finds what has become due', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  await settled((await insertDue()).id)
})

test('the loop keeps going: a read that ends makes room for the next', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  for (let n = 0; n < 16; n++) {
    const row = await insertDue()
    loop.wake()
    await settled(row.id)
  }
})

test('a hanging openAccount delays the end of a pass no longer than a hanging call does', async () => {
  vi.mocked(merchant.openAccount).mockReturnValueOnce(new Promise(() => {}))
  const row = await insertOpenInquiry()
  await endRead(row, 'APPROVED')
  const startedAt = performance.now()
  await reconcileDue(500)
  expect(performance.now() - startedAt).toBeLessThan(500 + 10_000 + SOON_MS)
  expect((await reload(row)).accountOpening).toMatchObject({ attempts: 1, openedAt: null })
})

test('the loop opens the account of an approval that it read', async () => {
  app.service.answer(shows('APPROVED'))
  loop = startReconciler()
  const row = await insertDue()
  await vi.waitFor(
    async () => expect((await reload(row)).accountOpening?.openedAt).toEqual(expect.any(Date)),
    WITHIN,
  )
})

test('with RECONCILER=loop, a due inquiry is left to the loop', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  const row = await insertDue()
  reconcileSoon(row.id, () => expect.unreachable())
  await settled(row.id)
})

test('with RECONCILER=cron, a due inquiry is settled after the response', async () => {
  Object.assign(env(), { RECONCILER: 'cron' })
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  const afterwards: (() => Promise<unknown>)[] = []
  reconcileSoon(row.id, (work) => afterwards.push(work))
  expect(app.service.requests).toEqual([])
  expect(afterwards).toHaveLength(1)
  for (const work of afterwards) await work()
  expect(await reload(row)).toMatchObject({
    status: 'APPROVED',
    accountOpening: { openedAt: expect.any(Date) },
  })
})

test('while calls are paused, the service is not called, even if someone is waiting', async () => {
  const pausedUntil = new Date(Date.now() + 60_000)
  await db().serviceGate.create({ data: { id: 1, tokens: 100, pausedUntil } })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  expect(await readAtOnce(row.id, 0)).toBe(false)
  expect(await reconcileDue(1_000)).toEqual({ reconciled: 0, isComplete: false })
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })).toEqual(row)
})

test('reads run in parallel, at most 64 at a time', async () => {
  let underWay = 0
  let most = 0
  app.service.answer(async (request, nth) => {
    most = Math.max(most, ++underWay)
    await sleep(ANSWER_MS)
    underWay--
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const rows = await Promise.all(Array.from({ length: 80 }, () => insertDue()))
  loop = startReconciler()
  for (let n = 0; n < 100; n++) loop.wake()
  for (const row of rows) await settled(row.id)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(64)
})

/** Sends the head of a response at once, then a space every 50 ms. */
const trickles = (goesOn: () => boolean): ScriptedAnswer => ({
  body: Readable.from(
    (async function* () {
      while (goesOn()) {
        yield ' '
        await sleep(50)
      }
    })(),
  ),
})

/** Eight responses trickle in, and an approval arrives in the meantime. */
async function approveWhileOthersTrickle(run: () => unknown): Promise<void> {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 600 })
  const trickling = await Promise.all(Array.from({ length: 8 }, () => insertDue()))
  const ids = new Set(trickling.map(({ inquiryId }) => inquiryId))
  let goesOn = true
  app.service.answer((request, nth) =>
    ids.has(request.path.split('/').at(-1) ?? '')
      ? trickles(() => goesOn)
      : shows('APPROVED')(request, nth),
  )
  run()
  await vi.waitUntil(() => app.service.requests.length === 8, WITHIN)
  const approved = await insertOpenInquiry()
  const heardAt = Date.now()
  await hearEvent(approved, 'APPROVED')
  loop?.wake()
  await vi.waitFor(async () => expect((await reload(approved)).grantedAt).not.toBeNull(), WITHIN)
  expect(Date.now() - heardAt).toBeLessThan(SOON_MS)
  for (const row of trickling) expect((await reload(row)).readError).toBeNull()
  goesOn = false
}

test('responses that trickle in do not delay an approval in the loop', async () => {
  await approveWhileOthersTrickle(() => {
    loop = startReconciler()
  })
}, 30_000)

test('responses that trickle in do not delay an approval in a pass', async () => {
  let pass: Promise<unknown> | undefined
  await approveWhileOthersTrickle(() => {
    pass = reconcileDue(5_000)
  })
  await pass
}, 30_000)

test('a loop that is stopped finishes what is in flight and claims nothing more', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.service.answer(async (request, nth) => {
    await released
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const row = await insertDue()
  const ending = startReconciler()
  await vi.waitUntil(() => app.service.requests.length === 1, WITHIN)
  const stopped = ending.stop()
  const late = await insertDue()
  ending.wake()
  release()
  await stopped
  expect((await reload(row)).readAt).not.toBeNull()
  expect(await reload(late)).toMatchObject({ readAt: null, nextReadAt: late.nextReadAt })
  expect(app.service.requests).toHaveLength(1)
})

test('awaited reads go first, longest due first, then openings, then scheduled reads', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 60 })
  app.service.answer((request, nth) =>
    request.method === 'POST'
      ? { status: 201, body: { inquiryId: crypto.randomUUID() } }
      : shows('NEEDS_REVIEW')(request, nth),
  )
  const scheduled = await insertDue({ nextReadAt: new Date(1) })
  const opening = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  const newer = await insertDue({ urgent: true, nextReadAt: new Date(3) })
  const older = await insertDue({ urgent: true, nextReadAt: new Date(2) })
  // Each pass has one call: the bucket holds two at most, and reserves part of them for awaited reads.
  for (const [next, tokens] of [
    [older, 1],
    [newer, 1],
    [opening, 2],
    [scheduled, 2],
  ] as const) {
    await db().serviceGate.deleteMany()
    await db().serviceGate.create({ data: { id: 1, tokens } })
    expect(await reconcileDue(300)).toMatchObject({ reconciled: 1 })
    const asked = next === opening ? opening.openKey : next.inquiryId
    const { headers, path } = app.service.requests.at(-1) ?? {}
    expect(headers?.['idempotency-key'] ?? path?.split('/').at(-1)).toBe(asked)
  }
})

test('a cron pass ends in time, says that more is due, and the next one continues', async () => {
  // Decided, so none is due again within the test, however slow the machine is.
  app.service.answer(async (request, nth) => {
    await sleep(ANSWER_MS)
    return shows('DECLINED')(request, nth)
  })
  const rows = await Promise.all(Array.from({ length: 200 }, () => insertDue()))
  const startedAt = Date.now()
  const first = await reconcileDue(2 * ANSWER_MS)
  expect(Date.now() - startedAt).toBeLessThan(PASS_MS)
  expect(first.isComplete).toBe(false)
  expect(first.reconciled).toBeLessThan(rows.length)
  const second = await reconcileDue(PASS_MS)
  expect(second.isComplete).toBe(true)
  expect(first.reconciled + second.reconciled).toBe(rows.length)
})

test('a cron pass opens due accounts even if no read is due', async () => {
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  expect((await reload(row)).accountOpening).toMatchObject({ openedAt: expect.any(Date) })
  const reopened = { nextTryAt: new Date(0), openedAt: null }
  await db().accountOpening.update({ where: { inquiryRow: row.id }, data: reopened })
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: true })
  expect((await reload(row)).accountOpening).toMatchObject({ openedAt: expect.any(Date) })
})

test('an approval that is withdrawn without an event is noticed a day later (N29)', async () => {
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  await reconcileDue(PASS_MS)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'approved',
    accountOpened: true,
  })
  const { decidedAt, readAt, nextReadAt } = await reload(row)
  const aDayEarlier = (date: Date | null) =>
    date && new Date(date.getTime() - 24 * 3_600_000 - 1_000)
  await db().inquiry.update({
    where: { id: row.id },
    data: {
      decidedAt: aDayEarlier(decidedAt),
      readAt: aDayEarlier(readAt),
      nextReadAt: aDayEarlier(nextReadAt),
    },
  })
  app.service.answer(shows('DECLINED'))
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  expect(await reload(row)).toMatchObject({
    status: 'DECLINED',
    grantedAt: null,
    reversedAt: expect.any(Date),
  })
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'declined',
    accountOpened: false,
  })
})

test('after repeated 404s the app gives up on an inquiry, and the applicant may apply again', async () => {
  const row = await insertDue()
  const applicant = { hash: row.applicantHash }
  app.service.answer(() => ({ status: 404 }))
  for (let read = 1; read <= MAX_FRUITLESS_READS; read++) {
    await makeDue(row)
    await reconcileOne(row.id)
    const isLast = read === MAX_FRUITLESS_READS
    expect((await reload(row)).nextReadAt === null).toBe(isLast)
  }
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await openInquiry(applicant, filledForm({ product: 'savings', note: '' }))
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready', product: 'savings' })
})

test('an inquiry is not read before it is due, or while another read has claimed it', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const later = await insertDue({ nextReadAt: new Date(Date.now() + 60_000) })
  await reconcileOne(later.id)
  expect(app.service.requests).toEqual([])

  const row = await insertDue({ urgent: true })
  app.service.answer(async (request, nth) => {
    const { nextReadAt, urgent, readAttempts } = await reload(row)
    expect(nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
    expect({ urgent, readAttempts }).toEqual({ urgent: true, readAttempts: row.readAttempts + 1 })
    await reconcileOne(row.id)
    expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: true })
    return shows('NEEDS_REVIEW')(request, nth)
  })
  await reconcileOne(row.id)
  expect(app.service.requests).toHaveLength(1)
  expect((await reload(row)).readAt).not.toBeNull()
})

test('a note that PostgreSQL would reject does not block its row', async () => {
  app.service.answer(
    shows('DECLINED', { portalDecisionNote: 'no\0text', reviewReasons: ['\ud800Glare'] }),
  )
  const row = await insertDue()
  await reconcileDue(PASS_MS)
  expect(await reload(row)).toMatchObject({
    status: 'DECLINED',
    portalDecisionNote: 'notext',
    reviewReasons: ['\ufffdGlare'],
    readError: null,
  })
})

test('a row whose read throws is retried with a growing delay, shown to staff, and affects no other', async () => {
  app.service.answer(shows('DECLINED'))
  const error = vi.spyOn(log, 'error')
  const broken = await db().inquiry.update({
    where: { id: (await insertDue()).id },
    data: { readAttempts: 10 },
  })
  const startedAt = Date.now()
  await db().$executeRawUnsafe(
    `ALTER TABLE "StatusChange" ADD CONSTRAINT "broken" CHECK ("inquiryRow" <> '${broken.id}')`,
  )
  const whole = await insertDue()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 2, isComplete: true })
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: broken.id, error: expect.any(String) }],
  ])
  const after = await reload(broken)
  expect(after).toMatchObject({ readAt: null, readError: expect.any(String) })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt + 10 * 60_000)
  expect((await reload(whole)).readAt).not.toBeNull()
})

test.each([
  ['Inquiry', 'reconcile_failed'],
  ['AccountOpening', 'outbox_failed'],
])('a loop that cannot read %s logs it, and recovers when it can', async (table, event) => {
  const error = vi.spyOn(log, 'error')
  await db().$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "away"`)
  loop = startReconciler()
  await vi.waitUntil(() => error.mock.calls.some(([name]) => name === event), WITHIN)
  await db().$executeRawUnsafe(`ALTER TABLE "away" RENAME TO "${table}"`)
  expect(error).toHaveBeenCalledWith(event, { error: 'PrismaClientKnownRequestError' })
  app.service.answer(shows('NEEDS_REVIEW'))
  await settled((await insertDue()).id)
})

test('each attempt to open an inquiry is counted', async () => {
  app.service.answer(() => ({ status: 503 }))
  const applicant = newApplicant()
  await openInquiry(applicant, filledForm())
  const row = await db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })
  expect(row.openState).toBe('OPENING')
  await makeDue(row)
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await reconcileOne(row.id)
  expect(await reload(row)).toMatchObject({
    openState: 'OPEN',
    openAttempts: row.openAttempts + 1,
  })
})

test('a staff read runs at once even if it is not due, but never while the inquiry is still opening', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const open = await insertOpenInquiry({ nextReadAt: null })
  expect(await readAtOnce(open.id, 0)).toBe(true)
  expect((await reload(open)).readAt).not.toBeNull()

  const opening = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  const { tokens } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(await readAtOnce(opening.id, 0)).toBe(false)
  expect(app.service.requests).toHaveLength(1)
  // The call that was taken for it is returned.
  const gate = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(gate.tokens).toBeGreaterThanOrEqual(tokens)
})

test('a customer’s read waits for the loop when the budget has no call left', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1 })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue({ urgent: true })
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await reload(row)).toMatchObject({ readAttempts: row.readAttempts, readAt: null })
})

test('waking the reconciler before its loop has started does nothing', () => {
  expect(() => reconcileSoon(crypto.randomUUID(), () => expect.unreachable())).not.toThrow()
})

test('a pass waits if the budget refills in time, and otherwise ends early', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 600 })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue({ urgent: true })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  expect(await reconcileDue(PASS_MS)).toMatchObject({ reconciled: 1 })
  expect((await reload(row)).readAt).not.toBeNull()

  const pausedUntil = new Date(Date.now() + 10 * 60_000)
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil } })
  await makeDue(row)
  const startedAt = Date.now()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: false })
  expect(Date.now() - startedAt).toBeLessThan(PASS_MS / 2)
})

test('a pass reads due inquiries even if no account can be opened', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  await db().$executeRawUnsafe('ALTER TABLE "AccountOpening" RENAME TO "away"')
  const pass = reconcileDue(PASS_MS)
  await vi.waitUntil(() => error.mock.calls.length > 0, WITHIN)
  await db().$executeRawUnsafe('ALTER TABLE "away" RENAME TO "AccountOpening"')
  await pass
  expect(error).toHaveBeenCalledWith('outbox_failed', { error: 'PrismaClientKnownRequestError' })
  expect((await reload(row)).readAt).not.toBeNull()
})

test('an open that throws stays due when its lease ends, and sets no read error', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  const row = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  await db().$executeRawUnsafe(
    `ALTER TABLE "Inquiry" ADD CONSTRAINT "broken_open" CHECK ("id" <> '${row.id}' OR "inquiryId" IS NULL)`,
  )
  await reconcileOne(row.id)
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: row.id, error: expect.any(String) }],
  ])
  const after = await reload(row)
  expect(after).toMatchObject({ openState: 'OPENING', inquiryId: null, readError: null })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(Date.now())
})

test('if postponing a failed read fails too, it is logged and the row is due again when its lease ends', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(shows('DECLINED'))
  const row = await insertDue()
  await db().$executeRawUnsafe(
    `ALTER TABLE "Inquiry" ADD CONSTRAINT "broken_read" CHECK ("id" <> '${row.id}' OR "status" IS NULL AND "readError" IS NULL)`,
  )
  await reconcileOne(row.id)
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: row.id, error: expect.any(String) }],
    ['postpone_failed', { inquiry: row.id, error: expect.any(String) }],
  ])
  expect((await reload(row)).nextReadAt?.getTime()).toBeGreaterThan(Date.now())
})

test('the loop polls about once a second when nothing is due or calls are paused', async () => {
  const looks = vi.spyOn(db(), '$queryRaw')
  loop = startReconciler()
  await sleep(1_200)
  expect(looks.mock.calls.length).toBeLessThan(20)
  const pausedUntil = new Date(Date.now() + 10 * 60_000)
  await db().serviceGate.create({ data: { id: 1, tokens: 100, pausedUntil } })
  await insertDue()
  looks.mockClear()
  await sleep(1_200)
  expect(looks).toHaveBeenCalled()
  expect(looks.mock.calls.length).toBeLessThan(20)
})
