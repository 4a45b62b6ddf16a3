// When an applicant starts and stops waiting for a decision.
import { expect, test } from 'vitest'
import { insertOpenInquiry } from '../testing/test-app'
import { databaseTime, endRead, reload, withTestApp } from '../testing/test-inquiry'

withTestApp()

/** Reads the status, and returns when the read began and when the applicant started waiting. */
async function read(inquiry: Parameters<typeof endRead>[0], status: string, expiresAt?: Date) {
  const beganAt = await databaseTime()
  await endRead(inquiry, status, { beganAt, expiresAt: expiresAt ?? null })
  return { beganAt, waitingSince: (await reload(inquiry)).waitingSince }
}

test('an applicant waits from when they finish until the decision', async () => {
  const inquiry = await insertOpenInquiry()
  expect((await read(inquiry, 'PENDING')).waitingSince).toBeNull()
  const done = await read(inquiry, 'COMPLETED')
  expect(done.waitingSince).toEqual(done.beganAt)
  expect((await read(inquiry, 'NEEDS_REVIEW')).waitingSince).toEqual(done.beganAt)
  expect((await read(inquiry, 'DECLINED')).waitingSince).toBeNull()
})

test('an applicant whose decision is withdrawn starts waiting again', async () => {
  // As a build that doesn't know the column would leave it.
  const inquiry = await insertOpenInquiry({ status: 'APPROVED', waitingSince: new Date(0) })
  const reopened = await read(inquiry, 'NEEDS_REVIEW')
  expect(reopened.waitingSince).toEqual(reopened.beganAt)
})

test('an applicant with an unknown status waits until it expires (N5, N7)', async () => {
  const inquiry = await insertOpenInquiry()
  const later = new Date(Date.now() + 60_000)
  const unknown = await read(inquiry, 'ESCALATED', later)
  expect(unknown.waitingSince).toEqual(unknown.beganAt)
  expect((await read(inquiry, 'ESCALATED', new Date(0))).waitingSince).toBeNull()
})
