/** Integration tests run the app's own code against a real, empty database and a scripted service. */
import { randomUUID } from 'node:crypto'
import { startTestDatabase } from '../../scripts/database/test-database'
import type { Applicant } from '../applicant'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import type { Staff } from '../staff'
import type { VerificationEvent } from '../verification/webhook'
import { type ScriptedService, startScriptedService } from './scripted-service'

export const WEBHOOK_SECRET = 'whsec_test_current_0123456789abcdef'
export const PREVIOUS_SECRET = 'whsec_test_previous_0123456789abcdef'

export interface TestApp {
  service: ScriptedService
  stop(): Promise<void>
}

/** Call it once per test file, before anything reads the environment. */
export async function startTestApp(startDatabase = startTestDatabase): Promise<TestApp> {
  const [database, service] = await Promise.all([startDatabase(), startScriptedService()])
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    VERIFICATION_BASE_URL: service.url,
    VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
    VERIFICATION_TEMPLATE_ID: randomUUID(),
    VERIFICATION_WEBHOOK_SECRET: WEBHOOK_SECRET,
    VERIFICATION_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_SECRET,
    VERIFICATION_CALLS_PER_MINUTE: '1000000',
    VERIFICATION_SDK_URL: `${service.url}/sdk/v1.js`,
    VERIFICATION_ARTIFACT_ORIGINS: service.url,
    NEXTAUTH_URL: 'http://localhost:3000',
    NEXTAUTH_SECRET: 'a-secret-for-tests-of-32-characters',
    CRON_SECRET: 'a-cron-secret-for-tests-only',
  })
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
  email: `${role.toLowerCase()}@example.com`,
  name: role,
  role,
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
      product: 'everyday',
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
