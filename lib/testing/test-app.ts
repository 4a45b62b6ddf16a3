/** Integration tests run the app's own code against a real, empty database and a scripted service. */
import { randomUUID } from 'node:crypto'
import { startTestDatabase } from '../../scripts/test-database'
import { PRODUCTS } from '../../site'
import type { Applicant } from '../applicant'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import type { Staff } from '../staff'
import type { VerificationEvent } from '../verification/webhook'
import { type ScriptedService, startScriptedService } from './scripted-service'
import { testEnvironment } from './test-environment'

export const { VERIFICATION_WEBHOOK_SECRET: WEBHOOK_SECRET } = testEnvironment('')
export const { VERIFICATION_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_SECRET } = testEnvironment('')

export interface TestApp {
  service: ScriptedService
  stop(): Promise<void>
}

/** Call it once per test file, before anything reads the environment. */
export async function startTestApp(startDatabase = startTestDatabase): Promise<TestApp> {
  const [database, service] = await Promise.all([startDatabase(), startScriptedService()])
  Object.assign(process.env, testEnvironment(service.url), { DATABASE_URL: database.url })
  return {
    service,
    stop: async () => {
      await db().$disconnect()
      await Promise.all([database.stop(), service.stop()])
    },
  }
}

export const newApplicant = (): Applicant => ({
  hash: randomUUID().replaceAll('-', '').repeat(2),
})

/** A member of staff, not stored in the database. */
export const newStaff = (role: Staff['role']): Staff => ({
  id: randomUUID(),
  name: role,
  role,
})

/** A member of staff who has signed in. */
export const insertUser = (name: string) =>
  db().user.create({
    data: {
      issuer: 'test',
      subject: randomUUID(),
      email: `${name.toLowerCase()}@example.com`,
      name,
      role: 'REVIEWER',
    },
  })

/** An inquiry that is open at the service and hasn't been read yet. */
export async function insertOpenInquiry(columns: Partial<Prisma.InquiryUncheckedCreateInput> = {}) {
  const applicant = newApplicant()
  return db().inquiry.create({
    data: {
      referenceId: `app-${randomUUID()}`,
      inquiryId: randomUUID(),
      applicantHash: applicant.hash,
      activeApplicantHash: applicant.hash,
      product: PRODUCTS[0].id,
      openState: columns.inquiryId === null ? 'OPENING' : 'OPEN',
      openKey: randomUUID(),
      openBody: '{}',
      correlationId: randomUUID(),
      ...columns,
    },
  })
}

const KINDS = {
  APPROVED: 'inquiry.approved',
  NEEDS_REVIEW: 'inquiry.review_in_progress',
  DECLINED: 'inquiry.declined',
}

/** An event as `parseEvent` returns it. */
export function eventOf(
  row: { inquiryId: string | null; referenceId: string },
  status: keyof typeof KINDS,
  createdAt: Date,
): VerificationEvent {
  const data = { inquiryId: row.inquiryId ?? randomUUID(), referenceId: row.referenceId, status }
  return { id: randomUUID(), kind: KINDS[status], createdAt, report: { status, data } }
}
