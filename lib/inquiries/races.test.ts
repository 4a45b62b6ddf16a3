// Races between several connections or clocks, so on real PostgreSQL.
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startRealTestDatabase } from '../../scripts/database/real-test-database'
import { eraseApplicant } from '../applicant-data'
import { db } from '../db'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { databaseTime, endRead, hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { openDueAccounts } from './account-openings'
import { applicantReturned } from './applicant-inquiry'
import { bindInquiry } from './bind-inquiry'
import { recordEvent } from './record-event'

withTestApp(startRealTestDatabase)

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
    await Promise.all([eraseApplicant({ inquiry: first.id, actor: 'system' }), ...tooLate])
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
