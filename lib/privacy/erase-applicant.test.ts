import { afterEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { isWithin } from '../http/limits'
import { recordEvent } from '../inquiries/record-event'
import { endRead, eventOf, insertOpenInquiry, withTestApp } from '../testing/test-app'
import { countErasable, eraseApplicant } from './erase-applicant'

withTestApp()
afterEach(async () => {
  await db().webhookEvent.deleteMany()
  await db().auditEntry.deleteMany()
  await db().rateLimiterFlexible.deleteMany()
})

/** An emptied event keeps its id, kind and time, so that a replay is a duplicate. */
const EMPTY = {
  serviceInquiryId: null,
  referenceId: null,
  deliveryId: null,
  inquiryId: null,
  setAsideAt: expect.any(Date),
}

const limiterKeys = async () => {
  const rows = await db().rateLimiterFlexible.findMany({ orderBy: { key: 'asc' } })
  return rows.map(({ key }) => key)
}

test('an applicant is erased completely, others are unaffected, and the erasure is audited', async () => {
  const row = await insertOpenInquiry()
  const earlier = await insertOpenInquiry()
  await db().inquiry.update({
    where: { id: earlier.id },
    data: { applicantHash: row.applicantHash, activeApplicantHash: null },
  })
  const other = await insertOpenInquiry()
  for (const inquiry of [row, earlier, other])
    await recordEvent(eventOf(inquiry, 'APPROVED', new Date()), null)
  for (const inquiry of [row, earlier, other]) await endRead(inquiry, 'APPROVED')
  for (const { applicantHash } of [row, other]) {
    await isWithin('open-address', '192.0.2.1')
    await isWithin('open-applicant', applicantHash)
    await isWithin('return', applicantHash)
    await isWithin('return-network', '192.0.2.1')
  }
  const countedBefore = await limiterKeys()
  expect(countedBefore).toHaveLength(6)

  expect(await countErasable(row.referenceId)).toEqual({ inquiries: 2, events: 2 })
  expect(await eraseApplicant(earlier.referenceId)).toEqual({ inquiries: 2, events: 2 })

  const ids = { in: [row.id, earlier.id, other.id] }
  expect(await db().inquiry.findMany({ where: { id: ids }, select: { id: true } })).toEqual([
    { id: other.id },
  ])
  expect(await db().statusChange.findMany({ where: { inquiryId: ids } })).toMatchObject([
    { inquiryId: other.id },
  ])
  const named = await db().webhookEvent.findMany({ where: { serviceInquiryId: { not: null } } })
  expect(named).toMatchObject([{ referenceId: other.referenceId, inquiryId: other.id }])
  const countedAfter = await limiterKeys()
  expect(countedAfter.map((key) => key.replace(/:.*/, '')).toSorted()).toEqual([
    'open-address',
    'open-applicant',
    'return',
    'return-network',
  ])
  await isWithin('open-applicant', row.applicantHash)
  await isWithin('return', row.applicantHash)
  expect(await limiterKeys()).toEqual(countedBefore)
  const erasures = { where: { action: 'applicant.erased' } }
  expect(await db().auditEntry.findMany(erasures)).toMatchObject([
    {
      actor: 'system',
      inquiryId: earlier.id,
      outcome: '2_inquiries_2_events',
    },
  ])
  expect(await eraseApplicant(row.referenceId)).toBeNull()
  expect(await countErasable(row.referenceId)).toBeNull()
})

test('an event of an erased applicant that is delivered again is a duplicate, and stays empty', async () => {
  const inquiry = await insertOpenInquiry()
  const event = eventOf(inquiry, 'APPROVED', new Date())
  await recordEvent(event, 'd-1')
  await eraseApplicant(inquiry.referenceId)
  expect(await recordEvent(event, 'd-2')).toBe('duplicate')
  expect(await db().webhookEvent.findMany()).toMatchObject([{ ...EMPTY, deliveries: 2 }])
})
