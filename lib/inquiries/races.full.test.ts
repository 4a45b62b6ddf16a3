// Races between several connections or clocks.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { eraseApplicant } from '../erase-applicant'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { databaseTime, endRead, hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { openDueAccounts } from './account-openings'
import { applicantReturned } from './applicant-inquiry'
import { bindInquiry } from './bind-inquiry'
import { recordEvent } from './record-event'

withTestApp()

const ROUNDS = 10

async function insertTwoAttempts() {
  const first = await insertOpenInquiry()
  const { applicantHash } = first
  const second = await insertOpenInquiry({ applicantHash, activeApplicantHash: null })
  return { first, second, applicantHash }
}

test('reads and events of an applicant’s two attempts never deadlock, and leave at most one grant', async () => {
  const { first, second, applicantHash } = await insertTwoAttempts()
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([
      endRead(first, 'APPROVED'),
      endRead(second, 'APPROVED'),
      hearEvent(second, 'APPROVED', round),
      endRead(first, round % 2 ? 'DECLINED' : 'APPROVED'),
      endRead(second, round % 3 ? 'APPROVED' : 'DECLINED'),
      openDueAccounts(),
    ])
    const standing = await db().inquiry.findMany({
      where: { applicantHash, grantedAt: { not: null } },
    })
    expect(standing.length).toBeLessThanOrEqual(1)
    for (const { status } of standing) expect(status).toBe('APPROVED')
  }
})

test('two concurrent opens and the events of both ids end in one bound inquiry', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const intent = await insertOpenInquiry({ inquiryId: null })
    const [one, two] = [randomUUID(), randomUUID()]
    const event = eventOf({ ...intent, inquiryId: one }, 'APPROVED', new Date())
    await Promise.all([
      bindInquiry(intent.id, one),
      bindInquiry(intent.id, two),
      recordEvent(event, null),
      recordEvent(event, null),
      hearEvent({ ...intent, inquiryId: two }, 'DECLINED'),
    ])
    const { inquiryId, openState } = await reload(intent)
    expect([one, two]).toContain(inquiryId)
    expect(openState).toBe('OPEN')
  }
})

test('an applicant is erased completely while their approvals are being withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { first, second, applicantHash } = await insertTwoAttempts()
    await endRead(second, 'APPROVED')
    await endRead(first, 'APPROVED')
    const withdrawals = [endRead(second, 'DECLINED'), endRead(first, 'DECLINED')]
    // A read that ends too late finds no row.
    const tooLate = withdrawals.map((read) =>
      read.catch((error: Error) => expect(error.message).toBe('The inquiry was erased')),
    )
    await Promise.all([eraseApplicant(first.referenceId), ...tooLate])
    expect(await db().inquiry.count({ where: { applicantHash } })).toBe(0)
  }
})

test('a returning customer’s read is due by the database’s clock, even if the app’s is ahead', async () => {
  const row = await insertOpenInquiry()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  const returned = await applicantReturned({ hash: row.applicantHash }, randomUUID())
  vi.useRealTimers()
  expect(returned).toBe(row.id)
  const { nextReadAt } = await reload(row)
  expect(nextReadAt?.getTime()).toBeLessThanOrEqual((await databaseTime()).getTime())
})

test('a read that becomes stale in the millisecond in which it ends is repeated at once', async () => {
  const row = await insertOpenInquiry()
  const holder = new pg.Client({ connectionString: env().DATABASE_URL })
  await holder.connect()
  const delaysMs: number[] = []
  for (let round = 0; round < 40; round++) {
    const beganAt = await databaseTime()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM "Inquiry" WHERE "id" = $1 FOR UPDATE', [row.id])
    const ended = endRead(row, 'PENDING', { beganAt })
    await vi.waitFor(async () => expect(await waitsForRow(holder)).toBe(true), { interval: 1 })
    // In one message, so that the read gets the row as soon as the event is in it.
    await holder.query(`
      UPDATE "Inquiry" SET "heardAt" = clock_timestamp(), "nextReadAt" = clock_timestamp(), "urgent" = true
      WHERE "id" = '${row.id}';
      COMMIT`)
    await ended
    const [due] = await db().$queryRaw<{ inMs: number }[]>`
      SELECT extract(epoch FROM "nextReadAt" - clock_timestamp())::float8 * 1000 AS "inMs"
      FROM "Inquiry" WHERE "id" = ${row.id}::uuid`
    delaysMs.push(due?.inMs ?? Number.NaN)
  }
  await holder.end()
  expect(Math.max(...delaysMs)).toBeLessThan(1)
})

async function waitsForRow(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query(
    `SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
  )
  return rows.length > 0
}
