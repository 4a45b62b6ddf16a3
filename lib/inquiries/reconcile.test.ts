// The loop of the reconciler: what it takes, when, and how it ends. What a read does to its row is in round-trip.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import type { Script } from '../testing/scripted-service'
import { insertOpenInquiry, newApplicant, startTestApp, type TestApp } from '../testing/test-app'
import { openInquiry } from './open-inquiry'
import { readAtOnce, reconcileDue, reconcileOne, reconcileSoon, startReconciler } from './reconcile'

const MOST_UNDER_WAY = 8
/** Longer than it takes to claim the next row, so that reads overlap. */
const ANSWER_MS = 100
const WITHIN = { timeout: 20_000, interval: 20 }

let app: TestApp
let loop: ReturnType<typeof startReconciler> | undefined
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await loop?.stop()
  loop = undefined
  Reflect.deleteProperty(globalThis, 'merchantReconciler')
  await db().inquiry.updateMany({ data: { nextReadAt: null } })
  await db().serviceGate.deleteMany()
})
afterAll(() => app.stop())

/** Shows whichever inquiry is asked for as this. */
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

const makeDue = (id: string, columns: { nextReadAt?: Date; urgent?: boolean } = {}) =>
  db().inquiry.update({ where: { id }, data: { nextReadAt: new Date(0), ...columns } })
const reload = (id: string) => db().inquiry.findUniqueOrThrow({ where: { id } })
const insertDue = async (columns = {}) => makeDue((await insertOpenInquiry()).id, columns)
const settled = (id: string) =>
  vi.waitFor(async () => expect((await reload(id)).confirmedAt).not.toBeNull(), WITHIN)
const readIds = () => app.service.requests.map(({ path }) => path.split('/').at(-1))

test('the loop finds by itself what has become due', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  await settled((await insertDue()).id)
})

test('the loop goes on for as long as it runs: a worker that is done makes room for the next', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  for (let n = 0; n < 2 * MOST_UNDER_WAY; n++) {
    const row = await insertDue()
    loop.wake()
    await settled(row.id)
  }
})

test('whoever wakes the loop need not wait for its next look, and nobody else has to do the work', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  loop = startReconciler()
  const row = await insertDue()
  reconcileSoon(row.id, () => expect.unreachable())
  await settled(row.id)
})

test('where no loop runs, the row is settled once the answer is sent', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  const afterwards: (() => Promise<unknown>)[] = []
  reconcileSoon(row.id, (work) => afterwards.push(work))
  expect(app.service.requests).toEqual([])
  for (const work of afterwards) await work()
  expect((await reload(row.id)).confirmedAt).not.toBeNull()
})

test('while the service is paused nobody is asked, whoever waits', async () => {
  const now = new Date()
  await db().serviceGate.create({
    data: { id: 1, nextTurnAt: now, pausedUntil: new Date(now.getTime() + 60_000) },
  })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  expect(await readAtOnce(row.id)).toBe(false)
  expect(await reconcileDue()).toBe(0)
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await reload(row.id)).toEqual(row)
})

test('many are under way at once, and at most eight', async () => {
  let underWay = 0
  let most = 0
  app.service.answer(async (request, nth) => {
    most = Math.max(most, ++underWay)
    await sleep(ANSWER_MS)
    underWay--
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const rows = await Promise.all(Array.from({ length: 20 }, () => insertDue()))
  loop = startReconciler()
  for (let n = 0; n < 3 * MOST_UNDER_WAY; n++) loop.wake()
  for (const row of rows) await settled(row.id)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(MOST_UNDER_WAY)
})

test('a loop that ends finishes what is under way and takes nothing more', async () => {
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
  expect((await reload(row.id)).confirmedAt).not.toBeNull()
  expect(await reload(late.id)).toMatchObject({ confirmedAt: null, nextReadAt: late.nextReadAt })
  expect(app.service.requests).toHaveLength(1)
})

test('a pass takes no more than it may, what somebody waits for first, then the oldest', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const newer = await insertDue({ nextReadAt: new Date(2_000) })
  const older = await insertDue({ nextReadAt: new Date(1_000) })
  const awaited = await insertDue({ nextReadAt: new Date(3_000), urgent: true })
  for (const next of [awaited, older, newer]) {
    app.service.requests.length = 0
    expect(await reconcileDue(1)).toBe(1)
    expect(readIds()).toEqual([next.inquiryId])
  }
  expect(await reconcileDue()).toBe(0)
})

test('what is not due is not read, and a row that is being read belongs to who reads it', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const later = await insertDue({ nextReadAt: new Date(Date.now() + 60_000) })
  await reconcileOne(later.id)
  expect(app.service.requests).toEqual([])

  const row = await insertDue({ urgent: true })
  app.service.answer(async (request, nth) => {
    const { nextReadAt, urgent, readAttempts } = await reload(row.id)
    expect(nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
    expect({ urgent, readAttempts }).toEqual({ urgent: false, readAttempts: row.readAttempts + 1 })
    await reconcileOne(row.id)
    expect(await reconcileDue()).toBe(0)
    return shows('NEEDS_REVIEW')(request, nth)
  })
  await reconcileOne(row.id)
  expect(app.service.requests).toHaveLength(1)
  expect((await reload(row.id)).confirmedAt).not.toBeNull()
})

test('a note of the service that no database keeps as it is does not hold up its row', async () => {
  app.service.answer(
    shows('DECLINED', { portalDecisionNote: 'no\0text', reviewReasons: ['\ud800Glare'] }),
  )
  const row = await insertDue()
  await reconcileDue()
  expect(await reload(row.id)).toMatchObject({
    status: 'DECLINED',
    portalDecisionNote: 'notext',
    reviewReasons: ['\ufffdGlare'],
    nextReadAt: null,
  })
})

test('a row whose reader breaks comes back ever more seldom, is shown to staff, and takes nobody with it', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
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
  expect(await reconcileDue()).toBe(2)
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: broken.id, error: expect.any(String) }],
  ])
  const after = await reload(broken.id)
  expect(after).toMatchObject({ confirmedAt: null, readError: expect.any(String) })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt + 10 * 60_000)
  expect((await reload(whole.id)).confirmedAt).not.toBeNull()
})

test.each([
  ['what is due', 'ServiceGate', 'reconcile_failed'],
  ['events that were missed', 'WebhookEvent', 'matching_failed'],
])(
  'a loop that cannot look for %s says so, and goes on when it can',
  async (_what, table, event) => {
    const error = vi.spyOn(log, 'error')
    await db().$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "away"`)
    loop = startReconciler()
    await vi.waitUntil(() => error.mock.calls.length > 0, WITHIN)
    await db().$executeRawUnsafe(`ALTER TABLE "away" RENAME TO "${table}"`)
    expect(error.mock.calls[0]).toEqual([event, { error: 'PrismaClientKnownRequestError' }])
    app.service.answer(shows('NEEDS_REVIEW'))
    await settled((await insertDue()).id)
  },
)

test('an open that was cut off counts each attempt to open it', async () => {
  app.service.answer(() => ({ status: 503 }))
  const applicant = newApplicant()
  await openInquiry(applicant, { product: 'everyday', note: '', terms: 'on' })
  const row = await db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })
  expect(row.openState).toBe('OPENING')
  await makeDue(row.id)
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({
    openState: 'OPEN',
    openAttempts: row.openAttempts + 1,
  })
})
