/** Steps in the life of an inquiry, for integration tests: an event arrives, a read begins, a read ends. */
import { afterAll, beforeAll } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../scripts/test-database'
import { db } from '../db'
import { type Claim, claimNext } from '../inquiries/claim'
import { applyRead } from '../inquiries/read-inquiry'
import { recordEvent } from '../inquiries/record-event'
import type { ServiceInquiry } from '../verification/schemas'
import type { ScriptedService } from './scripted-service'
import { eventOf, startTestApp, type TestApp } from './test-app'

/** Starts the app before the tests of a file, and stops it afterwards. */
export function withTestApp(startDatabase: () => Promise<TestDatabase> = startTestDatabase) {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(startDatabase)
  })
  afterAll(() => app.stop())
  return {
    get service(): ScriptedService {
      return app.service
    },
  }
}

interface TestInquiry {
  id: string
  inquiryId: string | null
  referenceId: string
  applicantHash: string
}

const FIRST_EVENT_AT = Date.parse('2026-01-01T00:00:00Z')

/** An event arrives. @param second orders events: it becomes their signed createdAt */
export const hearEvent = (
  inquiry: TestInquiry,
  status: Parameters<typeof eventOf>[1],
  second = 1,
) => recordEvent(eventOf(inquiry, status, new Date(FIRST_EVENT_AT + second * 1_000)), null)

/** Whatever is due or has events, in order. */
export async function claimAll(): Promise<Claim[]> {
  const claims: Claim[] = []
  for (let claim = await claimNext(true); claim; claim = await claimNext(true)) claims.push(claim)
  return claims
}

/** A read is claimed, and so is whatever else is due. */
export async function beginRead({ id }: { id: string }): Promise<Claim> {
  await makeDue({ id })
  const claim = (await claimAll()).find((one) => one.id === id)
  if (!claim) throw new Error('The inquiry can’t be claimed')
  return claim
}

/** A read ends. @param claim of a read that began earlier */
export const endRead = async (
  inquiry: TestInquiry,
  status: string,
  { claim, ...fields }: Partial<ServiceInquiry> & { claim?: Claim } = {},
) => applyRead(claim ?? (await beginRead(inquiry)), serviceAnswer(inquiry, status, fields))

/** The service's response to a read. */
export const serviceAnswer = (
  inquiry: Pick<TestInquiry, 'inquiryId' | 'referenceId'>,
  status: string,
  fields: Partial<ServiceInquiry> = {},
): ServiceInquiry => ({
  inquiryId: inquiry.inquiryId ?? '',
  referenceId: inquiry.referenceId,
  status,
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
  expiresAt: null,
  ...fields,
})

export const reload = ({ id }: { id: string }) => db().inquiry.findUniqueOrThrow({ where: { id } })

/** Time passes for an inquiry: all that has happened to it happened that much earlier. */
export async function letPass({ id }: { id: string }, ms: number): Promise<void> {
  await db().$executeRaw`
    UPDATE "WebhookEvent" SET "arrivedAt" = "arrivedAt" - ${ms}::float8 * interval '1 millisecond',
      "createdAt" = "createdAt" - ${ms}::float8 * interval '1 millisecond'
    WHERE "inquiryRow" = ${id}::uuid OR "inquiryId" = (SELECT "inquiryId" FROM "Inquiry" WHERE "id" = ${id}::uuid)`
  await db().$executeRaw`
    UPDATE "Inquiry" SET "dueAt" = "dueAt" - ms, "statusSince" = "statusSince" - ms, "readAt" = "readAt" - ms,
      "expiresAt" = "expiresAt" - ms, "missingSince" = "missingSince" - ms, "createdAt" = "createdAt" - ms
    FROM (SELECT ${ms}::float8 * interval '1 millisecond' AS ms) AS passed WHERE "id" = ${id}::uuid`
}

export const makeDue = ({ id }: { id: string }, columns: { urgent?: boolean; dueAt?: Date } = {}) =>
  db().inquiry.update({ where: { id }, data: { dueAt: new Date(0), ...columns } })

/** The audit trail of an inquiry, as `action: outcome`, oldest first. */
export async function trailOf({ id }: { id: string }): Promise<string[]> {
  const entries = await db().auditEntry.findMany({
    where: { inquiryRow: id },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ action, outcome }) => `${action}: ${outcome}`)
}
