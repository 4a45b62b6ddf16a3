// How events are taken in, which inquiry a claim takes, and how both change the rows.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'
import { countRowsRead } from '../testing/rows-read'
import {
  claimAll,
  deliverEvent as deliverOnly,
  eventOf,
  insertOpenInquiry,
  makeDue,
  reload,
  takeInAll,
  unknownEvent,
  withTestApp,
} from '../testing/test-app'
import { hasWaitingEvent, setAsideForeignEvents } from './inbox'
import {
  type Claim,
  claimNext,
  findOldestDue,
  requestRead,
  takeInNext,
  wakeFailedReads,
} from './queue'
import { recordEvent } from './record-event'

const DAY_MS = 24 * 3_600_000

withTestApp()
beforeEach(async () => {
  await db().webhookEvent.deleteMany()
  await db().inquiry.deleteMany()
})

const insertDue = async (dueMs: number, columns = {}) =>
  makeDue(await insertOpenInquiry(), { dueAt: new Date(dueMs), ...columns })
/** Makes the event arrive after all others, although times are stored only to the millisecond. */
async function deliverEvent(...event: Parameters<typeof deliverOnly>): Promise<void> {
  await db().$executeRaw`UPDATE "WebhookEvent" SET "arrivedAt" = "arrivedAt" - interval '1 second'`
  await deliverOnly(...event)
}
const isAnythingDue = async () => (await findOldestDue()) !== null
const idsOf = (claims: { id: string }[]) => claims.map(({ id }) => id)
const events = () => db().webhookEvent.findMany({ orderBy: { arrivedAt: 'asc' } })
/** An event that names only the service's id (N12). */
const withoutReference = (serviceInquiryId: string) => {
  const event = eventOf({ serviceInquiryId, referenceId: '' }, 'APPROVED', new Date())
  return { ...event, referenceId: null }
}

const claimUrgent = (fair = false) => claimNext({ mayClaimScheduled: false, fair })

test('inquiries with a newly reported status go first, then urgent ones, then those due longest', async () => {
  const [longer, longest] = [await insertDue(2), await insertDue(1)]
  const [urgentLater, urgent] = [
    await insertDue(30, { urgent: true }),
    await insertDue(20, { urgent: true }),
  ]
  // The first has no scheduled call, so the time of its oldest event decides.
  const [first, second] = [await insertOpenInquiry(), await insertDue(10)]
  await deliverEvent(first, 'APPROVED')
  await deliverEvent(second, 'APPROVED')
  await deliverEvent(first, 'DECLINED')
  expect(idsOf(await claimAll())).toEqual(
    idsOf([first, second, urgent, urgentLater, longest, longer]),
  )
})

test('only the first read after a report takes precedence, so an outage of reads does not delay opens', async () => {
  const [urgent, reported] = [await insertDue(2, { urgent: true }), await insertDue(30)]
  await deliverEvent(reported, 'APPROVED')
  expect(idsOf(await claimAll())).toEqual(idsOf([reported, urgent]))
  await makeDue(reported, { urgent: true, dueAt: new Date(Date.now() - 60_000) })
  await makeDue(urgent, { urgent: true })
  expect(idsOf(await claimAll())).toEqual(idsOf([urgent, reported]))
})

test('a fair claim takes the inquiry that has been due longest, so that none starves', async () => {
  const longest = await insertDue(1)
  const [first, second] = [await insertDue(2), await insertDue(3)]
  for (const inquiry of [first, second]) await deliverEvent(inquiry, 'APPROVED')
  await takeInAll()
  expect(await claimUrgent(true)).toMatchObject({ id: longest.id })
  expect(await claimUrgent(true)).toMatchObject({ id: first.id })
  await claimAll()
  await makeDue(longest)
  // Nobody waits any more, and the remaining calls are the reserve.
  expect(await claimUrgent(true)).toBeNull()
})

test('if more events wait than one query sees, the oldest are taken in first', async () => {
  await db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "serviceInquiryId")
    SELECT gen_random_uuid(), 'inquiry.approved', now(), gen_random_uuid() FROM generate_series(1, 500)`
  const inquiry = await insertOpenInquiry()
  await deliverOnly(inquiry, 'APPROVED')
  expect(await takeInNext()).toBe(false)
  await db().webhookEvent.updateMany({
    where: { serviceInquiryId: inquiry.serviceInquiryId },
    data: { arrivedAt: new Date(0) },
  })
  expect(await takeInNext()).toBe(true)
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED' })
})

test('the age of the backlog is that of its oldest due read or waiting event', async () => {
  for (const dueMs of [4, 3]) await insertDue(dueMs)
  expect(await findOldestDue()).toEqual(new Date(3))
  const reported = await insertOpenInquiry()
  for (const status of ['APPROVED', 'DECLINED'] as const) await deliverEvent(reported, status)
  expect(await findOldestDue()).toEqual(new Date(3))
  const where = { status: 'APPROVED' }
  await db().webhookEvent.updateMany({ where, data: { arrivedAt: new Date(2) } })
  expect(await findOldestDue()).toEqual(new Date(2))
})

test('the reserve is for events and people who wait', async () => {
  const [reported, urgent] = [await insertDue(3), await insertDue(2, { urgent: true })]
  const scheduled = await insertDue(1)
  await deliverEvent(reported, 'APPROVED')
  await takeInAll()
  expect(await claimUrgent()).toMatchObject({ id: reported.id })
  expect(await claimUrgent()).toMatchObject({ id: urgent.id })
  expect(await claimUrgent()).toBeNull()
  expect(await isAnythingDue()).toBe(true)
  expect(await claimNext({ mayClaimScheduled: true })).toMatchObject({ id: scheduled.id })
})

test('nothing is claimed before it is due, but an event makes an inquiry due in any state', async () => {
  await makeDue(await insertOpenInquiry(), { dueAt: new Date(Date.now() + 60_000) })
  await insertOpenInquiry()
  expect(await isAnythingDue()).toBe(false)
  expect(await claimAll()).toEqual([])
  const reported = [await insertOpenInquiry(), await insertOpenInquiry({ serviceInquiryId: null })]
  for (const inquiry of reported) await deliverEvent(inquiry, 'APPROVED')
  expect(await isAnythingDue()).toBe(true)
  expect(idsOf(await claimAll()).toSorted()).toEqual(idsOf(reported).toSorted())
  expect(await isAnythingDue()).toBe(false)
})

test('a claim raises the version and starts a lease of 15 s, and taking events in raises the version and makes a read due', async () => {
  const before = await insertDue(1, { urgent: true, tries: 7, version: 4 })
  const failed = { missingSince: new Date(1), lastError: 'NotFoundError' }
  await db().inquiry.update({ where: { id: before.id }, data: failed })
  const [first] = await claimAll()
  expect(first).toMatchObject({
    reviewReasons: [],
    version: 5,
    urgent: false,
    tries: 8,
    ...failed,
  })
  const leaseMs = (first?.dueAt?.getTime() ?? 0) - (first?.claimedAt.getTime() ?? 0)
  expect(Math.abs(leaseMs - 15_000)).toBeLessThan(1_000)
  expect(await reload(before)).toMatchObject({ version: 5, urgent: false, dueAt: first?.dueAt })
  await deliverEvent(before, 'APPROVED')
  const [second] = await claimAll()
  // A new event resets the backoff and the time since which the service doesn't know the inquiry.
  const news = { tries: 1, missingSince: null, lastError: 'NotFoundError' }
  expect(second).toMatchObject({ version: 7, ...news })
  // A second claim doesn't take the event in again.
  await makeDue(before)
  expect(await claimAll()).toMatchObject([{ version: 8, tries: 2 }])
  expect(await events()).toMatchObject([{ inquiryId: before.id, setAsideAt: null }])
})

test('a row that another transaction has locked delays no other', async () => {
  const [locked, free] = [await insertDue(1), await insertDue(2)]
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Inquiry" WHERE "id" = ${locked.id}::uuid FOR UPDATE`
    expect(idsOf(await claimAll())).toEqual([free.id])
  })
  expect(idsOf(await claimAll())).toEqual([locked.id])
})

test('an event that another transaction has locked delays no event that is set aside', async () => {
  const inquiry = await insertOpenInquiry()
  for (let n = 0; n < 2; n++)
    await deliverEvent({ ...inquiry, serviceInquiryId: randomUUID() }, 'APPROVED')
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "WebhookEvent" LIMIT 1 FOR UPDATE`
    await setAsideForeignEvents()
  })
  expect(await db().webhookEvent.count({ where: { setAsideAt: null } })).toBe(1)
})

test('an event that arrives before the open is answered binds its inquiry by reference (N12)', async () => {
  const intent = await insertOpenInquiry({ serviceInquiryId: null, lastError: 'UnavailableError' })
  const [first, second] = [randomUUID(), randomUUID()]
  await deliverEvent({ ...intent, serviceInquiryId: first }, 'APPROVED', 9)
  await deliverEvent({ ...intent, serviceInquiryId: second }, 'DECLINED', 1)
  expect(await claimAll()).toMatchObject([
    { id: intent.id, serviceInquiryId: first, openState: 'OPEN', lastError: null, tries: 1 },
  ])
  await setAsideForeignEvents()
  expect(await events()).toMatchObject([
    { serviceInquiryId: first, inquiryId: intent.id, setAsideAt: null },
    { serviceInquiryId: second, inquiryId: intent.id, setAsideAt: expect.any(Date) },
  ])
  expect(await isAnythingDue()).toBe(false)
})

test('an event with contradictory ids belongs to the inquiry with its serviceInquiryId', async () => {
  const one = await insertOpenInquiry()
  const two = await insertOpenInquiry({ serviceInquiryId: null })
  await deliverEvent({ ...two, serviceInquiryId: one.serviceInquiryId }, 'APPROVED')
  expect(idsOf(await claimAll())).toEqual([one.id])
  expect(await reload(two)).toEqual(two)
})

test('if events give one service id to two inquiries, the first keeps it, and no other inquiry is delayed', async () => {
  const [one, two] = [
    await insertOpenInquiry({ serviceInquiryId: null }),
    await insertOpenInquiry({ serviceInquiryId: null }),
  ]
  const serviceInquiryId = randomUUID()
  await deliverEvent({ ...one, serviceInquiryId }, 'APPROVED')
  await deliverEvent({ ...two, serviceInquiryId }, 'DECLINED')
  await claimAll()
  expect(await reload(one)).toMatchObject({ serviceInquiryId, openState: 'OPEN' })
  expect(await reload(two)).toMatchObject({ serviceInquiryId: null, openState: 'OPENING' })
  expect((await events()).map(({ inquiryId }) => inquiryId)).toEqual([one.id, one.id])
})

test('an event makes an attempt due again that the app gave up, unless its inquiry belongs to another attempt', async () => {
  const one = await insertOpenInquiry({ serviceInquiryId: null })
  const [failed, revived] = [
    await insertOpenInquiry({ serviceInquiryId: null, openState: 'OPEN_FAILED' }),
    await insertOpenInquiry({ serviceInquiryId: null, openState: 'OPEN_FAILED' }),
  ]
  const serviceInquiryId = randomUUID()
  for (const inquiry of [one, failed])
    await deliverEvent({ ...inquiry, serviceInquiryId }, 'APPROVED')
  await deliverEvent({ ...revived, serviceInquiryId: randomUUID() }, 'APPROVED')
  expect(idsOf(await claimAll())).toEqual(idsOf([one, revived]))
  expect(await reload(failed)).toEqual(failed)
  expect(await reload(revived)).toMatchObject({ openState: 'OPEN', lastError: null })
  expect(await isAnythingDue()).toBe(false)
})

test('an unmatched event is set aside without its reference, which may be personal', async () => {
  await recordEvent(
    eventOf({ serviceInquiryId: randomUUID(), referenceId: 'CANARY' }, 'APPROVED', new Date()),
    null,
  )
  const unknown = unknownEvent()
  await recordEvent(unknown, null)
  expect(await isAnythingDue()).toBe(true)
  expect(await claimAll()).toEqual([])
  expect(await setAsideForeignEvents()).toBe(2)
  const aside = { inquiryId: null, referenceId: null, setAsideAt: expect.any(Date) }
  expect(await events()).toMatchObject([aside, aside])
  expect(await isAnythingDue()).toBe(false)
  expect(await setAsideForeignEvents()).toBe(0)
})

test('an event of ours is never set aside, whether it names our reference or the service’s id', async () => {
  const [bound, intent] = [
    await insertOpenInquiry(),
    await insertOpenInquiry({ serviceInquiryId: null }),
  ]
  await recordEvent(withoutReference(bound.serviceInquiryId ?? ''), null)
  await deliverEvent({ ...intent, serviceInquiryId: randomUUID() }, 'APPROVED')
  expect(await setAsideForeignEvents()).toBe(0)
  expect(idsOf(await claimAll()).toSorted()).toEqual(idsOf([bound, intent]).toSorted())
})

test('an event that names only the service’s id is taken in once the open is answered (N12)', async () => {
  const intent = await insertOpenInquiry({ serviceInquiryId: null })
  const serviceInquiryId = randomUUID()
  await recordEvent(withoutReference(serviceInquiryId), null)
  expect(await claimAll()).toEqual([])
  expect(await setAsideForeignEvents()).toBe(1)
  const data = { serviceInquiryId, openState: 'OPEN', dueAt: new Date(0) } as const
  const open = await db().inquiry.update({ where: { id: intent.id }, data })
  expect(await hasWaitingEvent(open, db())).toBe(true)
  expect(await claimAll()).toMatchObject([{ id: intent.id, tries: 1, reportedStatus: 'APPROVED' }])
  expect(await hasWaitingEvent(open, db())).toBe(false)
  expect(await events()).toMatchObject([{ inquiryId: intent.id, setAsideAt: null }])
})

test('a stored time that lies in the future after the clock was set back becomes now', async () => {
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'APPROVED')
  await claimAll()
  await deliverEvent(inquiry, 'DECLINED')
  await db().webhookEvent.updateMany({ data: { arrivedAt: new Date(Date.now() + 3_600_000) } })
  const [claim] = await claimAll()
  const times = (await events()).map(({ arrivedAt }) => arrivedAt.getTime())
  expect(times).toHaveLength(2)
  expect(Math.max(...times)).toBeLessThanOrEqual(claim?.claimedAt.getTime() ?? 0)
})

test('a request for a read makes it due, but changes neither a lease nor the version', async () => {
  const leased = await insertDue(1, { lastError: 'NotFoundError' })
  const [claim] = await claimAll()
  await requestRead(leased.id)
  const scheduled = await insertDue(1)
  expect(idsOf(await claimAll())).toEqual([scheduled.id])
  const asked = { urgent: true, tries: 0, version: 1, lastError: 'NotFoundError' }
  expect(await reload(leased)).toMatchObject({ ...asked, dueAt: claim?.dueAt })
  const watched = await makeDue(leased, { dueAt: new Date(Date.now() + DAY_MS) })
  for (const dueAt of [watched.dueAt, null]) {
    await db().inquiry.update({ where: { id: leased.id }, data: { dueAt, urgent: false } })
    await requestRead(leased.id)
    expect(await reload(leased)).toMatchObject(asked)
    expect(await isAnythingDue()).toBe(true)
  }
  const at = await requestRead(leased.id, { forgetsError: true })
  const forgotten = await reload(leased)
  expect(forgotten).toMatchObject({ ...asked, lastError: null })
  expect(at?.getTime()).toBeGreaterThanOrEqual(forgotten.dueAt?.getTime() ?? 0)
  const intent = await insertOpenInquiry({ serviceInquiryId: null })
  expect(await requestRead(intent.id)).toBeNull()
  expect(await reload(intent)).toEqual(intent)
})

test('the cost of a step doesn’t grow with the number of inquiries or waiting events', async () => {
  const inquiries = 40_000
  const waiting = 8_000
  const first = await insertOpenInquiry()
  await deliverEvent(first, 'APPROVED')
  // In batches, because of the statement timeout.
  for (let from = 1; from <= inquiries; from += 5_000)
    await db().$executeRaw`
      INSERT INTO "Inquiry" ("id", "referenceId", "serviceInquiryId", "applicantHash", "product", "openState", "openKey",
        "openBody", "correlationId", "dueAt")
      SELECT gen_random_uuid(), 'watched-' || n, gen_random_uuid(), repeat('a', 64), 'current', 'OPEN',
        gen_random_uuid(), '{}', gen_random_uuid(), now() + interval '1 day'
      FROM generate_series(${from}::int, ${from + 4_999}::int) AS n`
  await db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "serviceInquiryId", "referenceId")
    SELECT gen_random_uuid(), 'inquiry.approved', now(), * FROM (
      (SELECT "serviceInquiryId", "referenceId" FROM "Inquiry" LIMIT ${waiting})
      UNION ALL SELECT gen_random_uuid(), 'of-others-' || n FROM generate_series(1, ${waiting}) AS n
      ORDER BY 1
    ) AS named`
  for (const table of ['"Inquiry"', '"WebhookEvent"'])
    await db().$executeRaw`VACUUM ANALYZE ${Prisma.raw(table)}`
  expect(await takeInNext()).toBe(true)
  expect(await claimUrgent()).toMatchObject({ id: first.id })
  const step = async () => {
    expect(await isAnythingDue()).toBe(true)
    expect(await setAsideForeignEvents()).toBeGreaterThan(0)
    expect(await takeInNext()).toBe(true)
    expect(await claimNext({ mayClaimScheduled: true })).not.toBeNull()
  }
  expect(await countRowsRead('Inquiry', step)).toBeLessThan(waiting / 2)
  expect(await countRowsRead('WebhookEvent', step)).toBeLessThan(waiting / 2)
})

test('however many instances look, each inquiry is claimed once', async () => {
  const rows = 30
  for (let n = 0; n < rows; n++) {
    const inquiry = await insertDue(n, { urgent: n % 3 === 0 })
    if (n % 2 === 0) await deliverEvent(inquiry, 'APPROVED')
  }
  const claims: Claim[] = []
  const instance = async (_: unknown, nth: number) => {
    for (let turn = 0; await isAnythingDue(); turn++) {
      await takeInNext()
      const claim = await claimNext({ mayClaimScheduled: nth % 2 === 0, fair: turn % 4 === 0 })
      if (claim) claims.push(claim)
    }
  }
  await Promise.all(Array.from({ length: 8 }, instance))
  expect(idsOf(claims)).toHaveLength(rows)
  expect(new Set(idsOf(claims)).size).toBe(rows)
})

test('at most ten thousand events are taken in at once, and the rest void a read', async () => {
  const inquiry = await insertOpenInquiry()
  await db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "serviceInquiryId", "referenceId", "status")
    SELECT gen_random_uuid(), 'inquiry.approved', now(), ${inquiry.serviceInquiryId}::uuid, ${inquiry.referenceId}, 'APPROVED'
    FROM generate_series(1, 10001) AS n`
  expect(await takeInNext()).toBe(true)
  expect(await db().webhookEvent.count({ where: { inquiryId: inquiry.id } })).toBe(10_000)
  expect(await hasWaitingEvent(inquiry, db())).toBe(true)
  expect(await claimAll()).toMatchObject([{ id: inquiry.id }])
})

test('an event that arrives during its applicant’s erasure is set aside afterwards, without the reference', async () => {
  const erased = await insertOpenInquiry()
  await deliverEvent({ ...erased, serviceInquiryId: randomUUID() }, 'APPROVED')
  await db().$transaction(async (tx) => {
    await tx.inquiry.delete({ where: { id: erased.id } })
    expect(await setAsideForeignEvents()).toBe(0)
  })
  expect(await setAsideForeignEvents()).toBe(1)
  expect(await events()).toMatchObject([{ inquiryId: null, referenceId: null }])
})

test('taking an event in shows its status, needs no call, and grants nothing', async () => {
  const inquiry = await insertOpenInquiry({ status: 'PENDING', readAt: new Date(0) })
  await deliverEvent(inquiry, 'APPROVED')
  expect(await takeInNext()).toBe(true)
  const reported = { reportedStatus: 'APPROVED', reportedAt: expect.any(Date) }
  const unchanged = { status: 'PENDING', grantedAt: null, lastError: null }
  expect(await reload(inquiry)).toMatchObject({ ...reported, ...unchanged, urgent: true })
  expect(await takeInNext()).toBe(false)
})

test('an event during a claim is shown at once, and voids the claim’s read', async () => {
  const inquiry = await insertDue(1)
  const [claim] = await claimAll()
  await deliverEvent(inquiry, 'DECLINED')
  await takeInAll()
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'DECLINED', version: 2 })
  expect(claim).toMatchObject({ version: 1 })
  expect(await claimUrgent()).toMatchObject({ id: inquiry.id, version: 3 })
})

test('whatever order events arrive in, the status signed last is shown, with the time since when it is', async () => {
  const orders = [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
  ]
  const statuses = ['NEEDS_REVIEW', 'DECLINED', 'APPROVED'] as const
  for (const order of orders) {
    const inquiry = await insertOpenInquiry()
    let since: Date | null = null
    for (const second of order) {
      await deliverEvent(inquiry, statuses[second - 1] ?? 'APPROVED', second * 10)
      await takeInAll()
      const { reportedStatus, reportedAt } = await reload(inquiry)
      if (reportedStatus === 'APPROVED') since ??= reportedAt
    }
    expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED', reportedAt: since })
  }
})

test('an event that is set aside reports nothing about our inquiry', async () => {
  const inquiry = await insertOpenInquiry({ status: 'PENDING' })
  await deliverEvent({ ...inquiry, serviceInquiryId: randomUUID() }, 'APPROVED')
  expect(await takeInNext()).toBe(false)
  expect(await setAsideForeignEvents()).toBe(1)
  // Taking in another event of the inquiry doesn't change that.
  await deliverEvent(inquiry, 'NEEDS_REVIEW')
  await takeInAll()
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'NEEDS_REVIEW' })
})

test('waking failed reads spares what isn’t due, didn’t fail, is missing, unopened or under way', async () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const insert = (seconds: number, columns: object) =>
    insertOpenInquiry({ dueAt: inSeconds(seconds), lastError: 'HTTP_503', tries: 7, ...columns })
  const woken = await insert(200, {})
  const spared = [
    await insert(200, { lastError: null }),
    await insert(200, { missingSince: new Date() }),
    await insert(200, { serviceInquiryId: null }),
    await insert(600, {}),
    await insert(10, {}),
  ]
  expect(await wakeFailedReads()).toBe(1)
  for (const row of spared) expect((await reload(row)).dueAt).toEqual(row.dueAt)
  const { dueAt, tries, urgent } = await reload(woken)
  expect(dueAt?.getTime()).toBeLessThan(Date.now() + 5_000)
  expect([tries, urgent]).toEqual([7, false])
})
