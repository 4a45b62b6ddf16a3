// Instances, deliveries and an erasure run concurrently on one database.
import { expect, test, vi } from 'vitest'
import { db } from '../database/db'
import * as merchant from '../open-account'
import { eraseApplicant } from '../privacy/erase-applicant'
import {
  anotherAttempt,
  claimAll,
  deliverEvent,
  endRead,
  insertOpenInquiry,
  makeDue,
  serviceAnswer,
  withTestApp,
} from '../testing/test-app'
import { finishClaim } from './finish-claim'
import { readInquiry } from './read-inquiry'
import { verificationService } from './verification-service'

const app = withTestApp()

const ROUNDS = 10
/** Claims and finishes everything that is due, like one instance. */
async function settleDue(): Promise<void> {
  for (const claim of await claimAll()) {
    const unfinished = await readInquiry(claim, verificationService())
    if (unfinished) await finishClaim(unfinished)
  }
}

async function insertTwoAttempts() {
  const first = await insertOpenInquiry()
  const second = await anotherAttempt(first)
  return { first, second, applicantHash: first.applicantHash }
}

test('reads and events of an applicant’s two attempts never deadlock, and leave one grant and one account at most', async () => {
  const { first, second, applicantHash } = await insertTwoAttempts()
  const opened = new Set<string>()
  vi.spyOn(merchant, 'openAccount').mockImplementation(async ({ inquiry }) => {
    opened.add(inquiry)
    return { account: 'ACC 1' }
  })
  const shown = new Map<string | null, string>()
  app.service.answer(({ path }) => {
    const read =
      [first, second].find(({ serviceInquiryId }) => path.endsWith(`/${serviceInquiryId}`)) ?? first
    return { body: serviceAnswer(read, shown.get(read.serviceInquiryId) ?? '') }
  })
  for (let round = 0; round < ROUNDS; round++) {
    shown.set(first.serviceInquiryId, round % 2 ? 'DECLINED' : 'APPROVED')
    shown.set(second.serviceInquiryId, round % 3 ? 'APPROVED' : 'DECLINED')
    await Promise.all([makeDue(first), makeDue(second)])
    await Promise.all([
      settleDue(),
      deliverEvent(first, 'APPROVED', round),
      settleDue(),
      deliverEvent(second, 'APPROVED', round),
      settleDue(),
    ])
    const where = { applicantHash, grantedAt: { not: null } }
    const standing = await db().inquiry.findMany({ where })
    expect(standing.length).toBeLessThanOrEqual(1)
    for (const { status } of standing) expect(status).toBe('APPROVED')
  }
  expect(opened.size).toBe(1)
})

test('an applicant is erased completely while approvals are withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { first, second, applicantHash } = await insertTwoAttempts()
    await endRead(second, 'APPROVED')
    await endRead(first, 'APPROVED')
    app.service.answer(({ path }) => {
      const read = path.endsWith(`/${first.serviceInquiryId}`) ? first : second
      return { body: serviceAnswer(read, 'DECLINED') }
    })
    await Promise.all([makeDue(first), makeDue(second)])
    await Promise.all([settleDue(), eraseApplicant(first.referenceId), settleDue()])
    expect(await db().inquiry.count({ where: { applicantHash } })).toBe(0)
  }
})
