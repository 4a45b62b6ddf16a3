// What a read changes on its row and, in the same transaction, on the grant. rules.ts decides which reads count.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { eventOf, insertOpenInquiry, newApplicant } from '../testing/test-app'
import {
  databaseTime,
  endRead,
  hearEvent,
  reload,
  trailOf,
  withTestApp,
} from '../testing/test-inquiry'
import { backgroundService } from '../verification-service'
import { bindInquiry } from './bind-inquiry'
import { readInquiry } from './read-inquiry'
import { recordEvent } from './record-event'
import { MAX_FRUITLESS_READS } from './rules'

const DAY_MS = 24 * 3_600_000

const app = withTestApp()
afterEach(() => vi.restoreAllMocks())

const changesOf = ({ id }: { id: string }) =>
  db().statusChange.findMany({ where: { inquiryRow: id }, orderBy: { id: 'asc' } })
const anotherAttempt = ({ applicantHash }: { applicantHash: string }) =>
  insertOpenInquiry({ applicantHash, activeApplicantHash: null })

test('a read stores what the service says, and when the read began', async () => {
  const row = await insertOpenInquiry({ readError: 'UnavailableError' })
  const beganAt = await databaseTime()
  const fields = {
    expiresAt: new Date('2027-01-01T00:00:00Z'),
    reviewReasons: ['Glare'],
    portalDecisionNote: 'Seen by two',
    portalDecidedAt: new Date('2026-01-01T00:00:00Z'),
  }
  await endRead(row, 'NEEDS_REVIEW', { ...fields, beganAt })
  expect(await reload(row)).toMatchObject({
    ...fields,
    status: 'NEEDS_REVIEW',
    readAt: beganAt,
    decidedAt: null,
    readError: null,
    nextReadAt: expect.any(Date),
  })
})

test('each status change is kept with the time of its read; the same status again adds none', async () => {
  const row = await insertOpenInquiry()
  const beganAt = await databaseTime()
  await endRead(row, 'NEEDS_REVIEW', { beganAt })
  await endRead(row, 'NEEDS_REVIEW')
  await endRead(row, 'DECLINED')
  expect(await changesOf(row)).toMatchObject([
    { fromStatus: null, toStatus: 'NEEDS_REVIEW', readAt: beganAt },
    { fromStatus: 'NEEDS_REVIEW', toStatus: 'DECLINED' },
  ])
})

test('of two reads, the one that began last wins, whichever ends last', async () => {
  const row = await insertOpenInquiry()
  const early = await databaseTime()
  const late = new Date(early.getTime() + 1)
  await endRead(row, 'DECLINED', { beganAt: late })
  await endRead(row, 'APPROVED', { beganAt: early })
  await endRead(row, 'APPROVED', { beganAt: late })
  expect(await reload(row)).toMatchObject({ status: 'DECLINED', readAt: late, grantedAt: null })
})

test('a discarded read leaves the next one due', async () => {
  const row = await insertOpenInquiry()
  const beganAt = await databaseTime()
  await hearEvent(row, 'DECLINED')
  const before = await reload(row)
  await endRead(row, 'PENDING', { beganAt })
  expect(await reload(row)).toEqual(before)
  expect(before).toMatchObject({ urgent: true, nextReadAt: expect.any(Date) })
})

test('a read claimed in the same millisecond as an event is repeated before its lease expires', async () => {
  const row = await insertOpenInquiry()
  await hearEvent(row, 'DECLINED')
  const leaseEnd = new Date(Date.now() + 15_000)
  await db().inquiry.update({
    where: { id: row.id },
    data: { urgent: false, nextReadAt: leaseEnd },
  })
  const { heardAt } = await reload(row)
  await endRead(row, 'DECLINED', { beganAt: heardAt ?? new Date() })
  const after = await reload(row)
  expect(after).toMatchObject({ status: null, urgent: true })
  expect(after.nextReadAt?.getTime()).toBeLessThan(leaseEnd.getTime())
})

/** As after a failover to a database whose clock is two minutes behind: stored times are ahead of it. */
const inTwoMinutes = async () => new Date((await databaseTime()).getTime() + 120_000)

test('while the clock is behind an event, its read is repeated with a backoff', async () => {
  const row = await insertOpenInquiry({ readAttempts: 3 })
  await hearEvent(row, 'DECLINED')
  const data = { heardAt: await inTwoMinutes(), readAttempts: 3, urgent: false }
  await db().inquiry.update({ where: { id: row.id }, data })
  await endRead(row, 'DECLINED')
  const { nextReadAt, ...after } = await reload(row)
  expect(after).toMatchObject({ status: null, urgent: true })
  expect(nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
})

test('a read that began by a clock that was ahead grants nothing, because an event may have arrived since', async () => {
  const row = await insertOpenInquiry()
  await hearEvent(row, 'APPROVED', 1)
  const beganAt = await inTwoMinutes()
  await hearEvent(row, 'DECLINED', 2)
  await endRead(row, 'APPROVED', { beganAt })
  expect(await reload(row)).toMatchObject({ status: null, grantedAt: null, urgent: true })
})

test('an event counts as later than the last read, even if the clock is behind it', async () => {
  const row = await insertOpenInquiry()
  await endRead(row, 'APPROVED')
  const readAt = await inTwoMinutes()
  await db().inquiry.update({ where: { id: row.id }, data: { readAt } })
  await hearEvent(row, 'DECLINED')
  expect(await reload(row)).toMatchObject({ heardAt: readAt })
})

test('a read that contradicts a recent event confirms nothing, and is repeated within 15 s (N6)', async () => {
  const row = await insertOpenInquiry({ readAttempts: 12 })
  await hearEvent(row, 'DECLINED')
  await db().inquiry.update({
    where: { id: row.id },
    data: { readAttempts: 12, urgent: false },
  })
  await endRead(row, 'APPROVED')
  const after = await reload(row)
  expect(after).toMatchObject({ status: null, readAt: null, grantedAt: null, urgent: true })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 18_000)
})

test('a minute after the event, the read wins (N6)', async () => {
  const row = await insertOpenInquiry()
  await hearEvent(row, 'APPROVED')
  await db().inquiry.update({
    where: { id: row.id },
    data: { heardAt: new Date(Date.now() - 61_000), urgent: false },
  })
  await endRead(row, 'NEEDS_REVIEW')
  expect(await reload(row)).toMatchObject({ status: 'NEEDS_REVIEW', grantedAt: null })
})

test('a read that is requested during another one stays due', async () => {
  const nextReadAt = new Date(0)
  const row = await insertOpenInquiry({ nextReadAt, urgent: true })
  await endRead(row, 'NEEDS_REVIEW')
  expect(await reload(row)).toMatchObject({ status: 'NEEDS_REVIEW', nextReadAt, urgent: true })
})

test('an event that has not reached its row yet stops an earlier read from granting', async () => {
  const row = await insertOpenInquiry()
  const beganAt = await databaseTime()
  await recordEvent(eventOf({ ...row, referenceId: 'another' }, 'NEEDS_REVIEW', new Date()), null)
  await db().inquiry.update({
    where: { id: row.id },
    data: { heardAt: null, reportedStatus: null },
  })
  await endRead(row, 'APPROVED', { beganAt })
  expect(await reload(row)).toMatchObject({ status: null, grantedAt: null })
})

test.each([
  ['inquiryId', { inquiryId: randomUUID() }],
  ['referenceId', { referenceId: 'another' }],
])('a response with another %s is ignored', async (_field, wrong) => {
  const row = await insertOpenInquiry()
  expect(await endRead(row, 'APPROVED', wrong)).toBe('mismatch')
  expect(await reload(row)).toEqual({ ...row, accountOpening: null })
})

test('a mismatch is logged, shown to staff, and read again later', async () => {
  const error = vi.spyOn(log, 'error')
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ body: { inquiryId: randomUUID(), status: 'APPROVED' } }))
  await readInquiry(row, await databaseTime(), backgroundService())
  const after = await reload(row)
  expect(after).toMatchObject({ status: null, readError: 'REFERENCE_MISMATCH' })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(Date.now() - 1_000)
  expect(error.mock.calls).toEqual([['read_mismatch', { inquiry: row.id }]])
})

test('a failed read is recorded on its row, repeated, and affects only that row', async () => {
  const warn = vi.spyOn(log, 'warn')
  app.service.answer(() => ({ status: 404 }))
  const [row, other] = [await insertOpenInquiry(), await insertOpenInquiry()]
  const startedAt = Date.now()
  await readInquiry(row, await databaseTime(), backgroundService())
  const after = await reload(row)
  expect(after.readError).toBe('NotFoundError')
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt)
  expect(await reload(other)).toEqual({ ...other, accountOpening: null })
  expect(warn).toHaveBeenCalledWith('read_failed', { inquiry: row.id, error: 'NotFoundError' })
})

test('an event that arrives during a failing read keeps its own read due', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(async () => {
    await hearEvent(row, 'APPROVED')
    return { status: 404 }
  })
  await readInquiry(row, await databaseTime(), backgroundService())
  expect(await reload(row)).toMatchObject({ urgent: true, readError: null })
})

/** The reconciler claims the inquiry and reads it. */
async function claimAndRead({ id }: { id: string }): Promise<void> {
  const data = { readAttempts: { increment: 1 }, urgent: false }
  const claimed = await db().inquiry.update({ where: { id }, data })
  await readInquiry(claimed, await databaseTime(), backgroundService())
}
const notFound = () => ({ status: 404 })

test('the app gives up on an inquiry after twenty 404s', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(notFound)
  for (let read = 1; read < MAX_FRUITLESS_READS; read++) await claimAndRead(row)
  expect((await reload(row)).nextReadAt).not.toBeNull()
  await claimAndRead(row)
  expect(await reload(row)).toMatchObject({ nextReadAt: null, readError: 'NotFoundError' })
})

test('the app does not give up on an inquiry at its second 404, however long it has polled it', async () => {
  const row = await insertOpenInquiry({ readAttempts: 500 })
  app.service.answer(notFound)
  await claimAndRead(row)
  await claimAndRead(row)
  expect((await reload(row)).nextReadAt?.getTime()).toBeGreaterThan(Date.now())
})

test.each<[string, (row: Awaited<ReturnType<typeof insertOpenInquiry>>) => Promise<unknown>]>([
  ['a read that finds the inquiry', (row) => endRead(row, 'PENDING')],
  [
    'a read that contradicts an event',
    async (row) => {
      await db().inquiry.update({
        where: { id: row.id },
        data: { reportedStatus: 'APPROVED', heardAt: new Date(Date.now() - 1_000) },
      })
      await endRead(row, 'PENDING')
    },
  ],
  ['an event', (row) => hearEvent(row, 'NEEDS_REVIEW')],
])('%s resets the count of 404s', async (_, happens) => {
  const row = await insertOpenInquiry({ fruitlessReads: MAX_FRUITLESS_READS - 1 })
  await happens(row)
  app.service.answer(notFound)
  await claimAndRead(row)
  expect(await reload(row)).toMatchObject({ fruitlessReads: 1, nextReadAt: expect.any(Date) })
})

test('responses about another inquiry and 404s count together; an outage leaves the count as it is', async () => {
  const soFar = MAX_FRUITLESS_READS - 2
  const row = await insertOpenInquiry({ fruitlessReads: soFar, readAttempts: soFar })
  app.service.answer(() => ({ body: { inquiryId: randomUUID(), status: 'PENDING' } }))
  await claimAndRead(row)
  app.service.answer(() => ({ status: 503 }))
  await claimAndRead(row)
  expect(await reload(row)).toMatchObject({
    fruitlessReads: MAX_FRUITLESS_READS - 1,
    nextReadAt: expect.any(Date),
  })
  app.service.answer(notFound)
  await claimAndRead(row)
  expect((await reload(row)).nextReadAt).toBeNull()
})

test('a 404 is judged by the row as it is when the response arrives, not as it was claimed', async () => {
  const row = await insertOpenInquiry({ fruitlessReads: MAX_FRUITLESS_READS - 1 })
  app.service.answer(async () => {
    await endRead(row, 'PENDING', { beganAt: new Date(Date.now() - 60_000) })
    return { status: 404 }
  })
  await claimAndRead(row)
  expect(await reload(row)).toMatchObject({ fruitlessReads: 1, nextReadAt: expect.any(Date) })
})

test('a refresh that fails once reads have stopped keeps the error for which they did', async () => {
  const stopped = {
    nextReadAt: null,
    fruitlessReads: MAX_FRUITLESS_READS,
    readError: 'NotFoundError',
  }
  const row = await insertOpenInquiry(stopped)
  app.service.answer(() => ({ status: 503 }))
  const isScheduled = false
  await readInquiry(row, await databaseTime(), backgroundService(), isScheduled)
  expect(await reload(row)).toMatchObject(stopped)
})

test('an inquiry without an inquiryId is not read', async () => {
  app.service.answer(() => ({ status: 404 }))
  const row = await insertOpenInquiry({ inquiryId: null })
  expect(await readInquiry(row, await databaseTime(), backgroundService())).toBe(false)
  expect(app.service.requests).toEqual([])
})

test('two attempts that are approved at the same time open one account, and staff see why', async () => {
  const first = await insertOpenInquiry()
  const second = await anotherAttempt(first)
  await Promise.all([endRead(first, 'APPROVED'), endRead(second, 'APPROVED')])
  const rows = [await reload(first), await reload(second)]
  expect(rows.filter(({ grantedAt }) => grantedAt !== null)).toHaveLength(1)
  expect(rows.filter(({ accountOpening }) => accountOpening !== null)).toHaveLength(1)
  expect([...(await trailOf(first)), ...(await trailOf(second))].toSorted()).toEqual([
    'account.granted: granted',
    'account.not_granted: has_one_already',
  ])
})

test('why an attempt was not granted is in the trail once, however often it is read', async () => {
  const first = await insertOpenInquiry()
  const second = await anotherAttempt(first)
  await endRead(first, 'APPROVED')
  for (let read = 0; read < 3; read++) await endRead(second, 'APPROVED')
  expect(await trailOf(second)).toEqual(['account.not_granted: has_one_already'])
})

test('a withdrawn approval does not stop a later one from being granted (N5)', async () => {
  const first = await insertOpenInquiry()
  await endRead(first, 'APPROVED')
  await endRead(first, 'DECLINED')
  const second = await anotherAttempt(first)
  expect(await endRead(second, 'APPROVED')).toBe('granted')
  expect(await trailOf(first)).toEqual(['account.granted: granted', 'account.withdrawn: reversed'])
})

test.each(['DECLINED', 'NEEDS_REVIEW', 'PENDING', 'ESCALATED'])(
  'an approval that now reads %s is withdrawn and marked as reversed',
  async (status) => {
    const row = await insertOpenInquiry()
    await endRead(row, 'APPROVED')
    await endRead(row, status)
    expect(await reload(row)).toMatchObject({
      status,
      grantedAt: null,
      reversedAt: expect.any(Date),
      accountOpening: { nextTryAt: null },
    })
  },
)

test.each(['NEEDS_REVIEW', 'COMPLETED', 'FAILED', 'DECLINED', 'ESCALATED', 'approved'])(
  'a confirmed %s grants nothing (S6)',
  async (status) => {
    const row = await insertOpenInquiry({ applicantHash: newApplicant().hash })
    await hearEvent(row, 'APPROVED')
    await db().inquiry.update({ where: { id: row.id }, data: { heardAt: new Date(0) } })
    await endRead(row, status)
    expect(await reload(row)).toMatchObject({ status, grantedAt: null, accountOpening: null })
  },
)

test('a decision is read again after a day, because a reversal may have no event (N29)', async () => {
  const row = await insertOpenInquiry()
  await endRead(row, 'APPROVED')
  const decided = await reload(row)
  expect(decided.nextReadAt?.getTime()).toBe((decided.decidedAt?.getTime() ?? 0) + DAY_MS)
})

test('while the clock is behind the arrival of an adopted event, its read is repeated with a backoff', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const inquiryId = randomUUID()
  const event = eventOf({ inquiryId, referenceId: row.referenceId }, 'APPROVED', new Date())
  // Only the inquiryId (N12), so it waits to be adopted.
  await recordEvent(
    {
      ...event,
      report: event.report && {
        ...event.report,
        data: { ...event.report.data, referenceId: undefined },
      },
    },
    null,
  )
  await db().receivedEvent.updateMany({
    where: { inquiryId },
    data: { receivedAt: await inTwoMinutes() },
  })
  await bindInquiry(row.id, inquiryId)
  const claimed = { readAttempts: 3, nextReadAt: await inTwoMinutes() }
  await db().inquiry.update({ where: { id: row.id }, data: claimed })
  await endRead({ ...row, inquiryId }, 'APPROVED')
  const { nextReadAt, grantedAt } = await reload(row)
  expect(grantedAt).toBeNull()
  expect(nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
  expect(nextReadAt?.getTime()).toBeLessThan(Date.now() + 15_000)
})
