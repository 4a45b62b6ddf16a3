// Fairness: a locked row, a clock that jumped or an account that won't open never delays the others.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import * as merchant from '../open-account'
import type { Script } from '../testing/scripted-service'
import { insertOpenInquiry } from '../testing/test-app'
import { endRead, hearEvent, makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { applicantReturned } from './applicant-inquiry'
import { reconcileDue, startReconciler } from './reconcile'
import { takeCalls } from './service-gate'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

const app = withTestApp()
// Few enough that a wasted call shows.
beforeAll(() => vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', '60'))
afterEach(async () => {
  vi.restoreAllMocks()
  await db().inquiry.updateMany({ data: { nextReadAt: null, urgent: false } })
  await db().accountOpening.deleteMany()
  await db().serviceGate.deleteMany()
})

const shows =
  (status: string): Script =>
  ({ path }) => ({ body: { inquiryId: path.split('/').at(-1), referenceId: null, status } })

async function hold(id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM "Inquiry" WHERE "id" = $1 FOR UPDATE', [id])
  return () => client.end()
}

test('a due row that another transaction has locked does not delay the others, whatever its class', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const held = await makeDue(await insertOpenInquiry(), { urgent: true })
  const scheduled = await makeDue(await insertOpenInquiry())
  const release = await hold(held.id)
  await reconcileDue(2_000)
  await release()
  expect(await reload(scheduled)).toMatchObject({ status: 'NEEDS_REVIEW' })
  expect(await reload(held)).toMatchObject({ status: null })
})

test('while urgent reads use up the budget, applications are still sent and scheduled reads still made', async () => {
  app.service.answer((request, nth) =>
    request.method === 'POST'
      ? { status: 201, body: { inquiryId: randomUUID() } }
      : shows('NEEDS_REVIEW')(request, nth),
  )
  for (let n = 0; n < 30; n++) await makeDue(await insertOpenInquiry(), { urgent: true })
  const scheduled = await makeDue(await insertOpenInquiry())
  const application = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  await reconcileDue(14_000)
  expect(await reload(application)).toMatchObject({ openState: 'OPEN' })
  expect(await reload(scheduled)).toMatchObject({ status: 'NEEDS_REVIEW' })
  const awaited = app.service.requests.length - 2
  expect(awaited).toBeGreaterThan(5)
  expect(awaited).toBeLessThan(30)
})

test('a read that an event asked for stays ahead of scheduled ones when its first attempt fails', async () => {
  app.service.answer(() => ({ status: 503 }))
  const inquiry = await insertOpenInquiry()
  await hearEvent(inquiry, 'APPROVED')
  await reconcileDue(500)
  const failed = await reload(inquiry)
  expect(failed.readError).toBe('UnavailableError')
  expect(failed.urgent).toBe(true)
})

test('a read that a customer asked for stays ahead of scheduled ones for eight attempts; its 404s do not count', async () => {
  app.service.answer(() => ({ status: 404 }))
  const inquiry = await insertOpenInquiry()
  const applicant = { hash: inquiry.applicantHash }
  expect(await applicantReturned(applicant, randomUUID())).toBe(inquiry.id)
  for (let attempt = 1; attempt <= 9; attempt++) {
    await db().serviceGate.deleteMany()
    await makeDue(inquiry)
    expect(await reconcileDue(300)).toMatchObject({ reconciled: 1 })
    expect(await reload(inquiry)).toMatchObject({
      readAttempts: attempt,
      urgent: attempt <= 8,
      fruitlessReads: attempt <= 8 ? 0 : 1,
    })
  }
})

test('a read that an event asked for stays ahead of scheduled ones when a crash interrupts it', async () => {
  let endCall = () => {}
  const ended = new Promise<void>((resolve) => {
    endCall = resolve
  })
  app.service.answer(async (request, nth) => {
    if (nth === 1) await ended
    return shows('APPROVED')(request, nth)
  })
  const inquiry = await insertOpenInquiry()
  await hearEvent(inquiry, 'APPROVED')
  const crashed = reconcileDue(100)
  await vi.waitFor(() => expect(app.service.requests).toHaveLength(1), WITHIN)
  // The lease expires, another read has been due for longer, and the budget has one call for them.
  await makeDue(inquiry, { nextReadAt: new Date(1) })
  await makeDue(await insertOpenInquiry())
  await db().serviceGate.deleteMany()
  await db().serviceGate.create({ data: { id: 1, tokens: 2 } })
  expect(await reconcileDue(300)).toMatchObject({ reconciled: 1 })
  expect(app.service.requests.at(-1)?.path.endsWith(`/${inquiry.inquiryId}`)).toBe(true)
  endCall()
  await crashed
})

test('a read that throws is repeated within five minutes while an event waits for it', async () => {
  app.service.answer(shows('APPROVED'))
  const inquiry = await insertOpenInquiry()
  await hearEvent(inquiry, 'APPROVED')
  await db().inquiry.update({ where: { id: inquiry.id }, data: { readAttempts: 13 } })
  await db().$executeRaw`ALTER TABLE "StatusChange" ADD CONSTRAINT "broken" CHECK (false) NOT VALID`
  await reconcileDue(500)
  await db().$executeRaw`ALTER TABLE "StatusChange" DROP CONSTRAINT "broken"`
  const { nextReadAt, readError, urgent } = await reload(inquiry)
  expect({ readError, urgent }).toEqual({ readError: expect.any(String), urgent: true })
  expect(nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
})

test('an account that won’t open does not stop a cron pass from reading inquiries', async () => {
  const granted = await insertOpenInquiry()
  await endRead(granted, 'APPROVED')
  vi.spyOn(merchant, 'openAccount').mockImplementation(() => new Promise(() => {}))
  app.service.answer(shows('NEEDS_REVIEW'))
  const due = await makeDue(await insertOpenInquiry())
  void reconcileDue(1_000)
  await vi.waitFor(async () => expect((await reload(due)).status).toBe('NEEDS_REVIEW'), 5_000)
})

/** @param start starts what opens accounts: the loop, or a cron pass */
async function openOneAfterAnotherHangs(start: () => void): Promise<void> {
  const stuck = await insertOpenInquiry()
  await endRead(stuck, 'APPROVED')
  const openAccount = vi.spyOn(merchant, 'openAccount').mockImplementation(async ({ inquiry }) => {
    if (inquiry === stuck.id) await new Promise(() => {})
    return { account: 'ACC 2' }
  })
  const other = await makeDue(await insertOpenInquiry())
  app.service.answer(async (request, nth) => {
    await vi.waitFor(() => expect(openAccount).toHaveBeenCalled(), WITHIN)
    return shows('APPROVED')(request, nth)
  })
  start()
  const opening = { account: 'ACC 2' }
  await vi.waitFor(
    async () => expect((await reload(other)).accountOpening).toMatchObject(opening),
    8_000,
  )
}

test('in the loop, an account that hangs does not hold up one that is granted later', async () => {
  let loop: ReturnType<typeof startReconciler> | undefined
  await openOneAfterAnotherHangs(() => {
    loop = startReconciler()
  })
  void loop?.stop()
})

test('in a cron pass, an account that hangs does not hold up one that is granted later', () =>
  openOneAfterAnotherHangs(() => void reconcileDue(10_000)))

test('calls go on after a failover from a database whose clock was ahead', async () => {
  await takeCalls('awaited', 0)
  await db().$executeRaw`UPDATE "ServiceGate" SET "refilledAt" = now() + interval '1 hour'`
  expect((await takeCalls('awaited', 1)).calls).toBe(1)
})

test('finding what is due reads no other rows', async () => {
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
      "openBody", "correlationId", "nextReadAt", "updatedAt")
    SELECT gen_random_uuid(), 'watched-' || n, gen_random_uuid(), repeat('a', 64), 'current', 'OPEN',
      gen_random_uuid(), '{}', gen_random_uuid(), now() + interval '1 day', now()
    FROM generate_series(1, 20000) AS n`
  await db().$executeRaw`VACUUM ANALYZE "Inquiry"`
  // Both figures reach the statistics at the same time.
  const statistics = async () => {
    const [row] = await db().$queryRaw<{ scans: number; read: number }[]>`
      SELECT idx_scan::int AS "scans", idx_tup_read::int AS "read" FROM pg_stat_user_indexes
      WHERE indexrelname = 'Inquiry_urgent_openState_nextReadAt_idx'`
    return row ?? { scans: 0, read: 0 }
  }
  const before = await statistics()
  await vi.waitFor(async () => {
    await reconcileDue(1_000)
    expect((await statistics()).scans).toBeGreaterThan(before.scans)
  }, 20_000)
  expect((await statistics()).read - before.read).toBeLessThan(20_000)
})

test('a hanging openAccount delays the end of a pass no longer than a hanging call does', async () => {
  vi.spyOn(merchant, 'openAccount').mockReturnValueOnce(new Promise(() => {}))
  const row = await insertOpenInquiry()
  await endRead(row, 'APPROVED')
  const startedAt = performance.now()
  await reconcileDue(500)
  expect(performance.now() - startedAt).toBeLessThan(500 + 10_000 + 5_000)
  expect((await reload(row)).accountOpening).toMatchObject({ attempts: 1, openedAt: null })
})
