/**
 * Integration tests run the app's code against a real, empty database and a scripted service. This file has their rows and steps: an
 * event arrives, a read begins, a read ends.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { startTestDatabase } from '../../scripts/test-database'
import { PRODUCTS } from '../../site'
import type { Applicant } from '../applicant'
import { db } from '../database/db'
import { type Claim, claimNext, takeInNext } from '../inquiries/queue'
import { applyRead } from '../inquiries/read-inquiry'
import { recordEvent } from '../inquiries/record-event'
import type { Prisma } from '../prisma-client/client'
import type { Staff } from '../roles'
import { type Env, env } from '../runtime/env'
import { metrics } from '../runtime/metrics'
import { parseEvent, type VerificationEvent } from '../verification/events'
import type { ServiceInquiry } from '../verification/schemas'
import { type EventStatus, eventText, inquiryBody, newServiceId } from '../verification/wire'
import { type Script, type ScriptedService, startScriptedService } from './scripted-service'
import { testEnvironment } from './test-environment'

export const { VERIFICATION_WEBHOOK_SECRET: WEBHOOK_SECRET } = testEnvironment('')

/** Call it once per test file, before anything reads the environment. */
export async function startTestApp(startDatabase = startTestDatabase) {
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

/** Starts the app before the tests of a file. After each test, it resets mocks, settings and the pause of calls. */
export function withTestApp(startDatabase = startTestDatabase): { service: ScriptedService } {
  let app: Awaited<ReturnType<typeof startTestApp>>
  let settings: Env
  beforeAll(async () => {
    app = await startTestApp(startDatabase)
    settings = { ...env() }
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    Object.assign(env(), settings)
    await db().serviceGate.deleteMany()
  })
  afterAll(() => app.stop())
  return {
    get service() {
      return app.service
    },
  }
}

export const newApplicant = (): Applicant => ({
  hash: randomUUID().replaceAll('-', '').repeat(2),
})

/** A member of staff without a row in the database. */
export const newStaff = (role: Staff['role']): Staff => ({
  id: randomUUID(),
  name: role,
  role,
})

/** A member of staff who has signed in, with a row in the database. */
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
      serviceInquiryId: randomUUID(),
      applicantHash: applicant.hash,
      activeApplicantHash: applicant.hash,
      product: PRODUCTS[0].id,
      openState: columns.serviceInquiryId === null ? 'OPENING' : 'OPEN',
      openKey: randomUUID(),
      openBody: '{}',
      correlationId: randomUUID(),
      ...columns,
    },
  })
}

/** Inserts another attempt of the same applicant. */
export const anotherAttempt = ({ applicantHash }: { applicantHash: string }, columns = {}) =>
  insertOpenInquiry({ applicantHash, activeApplicantHash: null, ...columns })

export const makeDue = ({ id }: { id: string }, columns: { urgent?: boolean; dueAt?: Date } = {}) =>
  db().inquiry.update({ where: { id }, data: { dueAt: new Date(0), ...columns } })

export const insertDue = async (columns = {}) => makeDue(await insertOpenInquiry(), columns)

interface TestInquiry {
  id: string
  serviceInquiryId: string | null
  referenceId: string
  applicantHash: string
}

/** An event as `parseEvent` returns it. */
export function eventOf(
  { serviceInquiryId, referenceId }: Pick<TestInquiry, 'serviceInquiryId' | 'referenceId'>,
  status: EventStatus,
  signedAt: Date,
): VerificationEvent {
  const data = { inquiryId: serviceInquiryId ?? newServiceId(), referenceId }
  const event = parseEvent(Buffer.from(eventText(status, data, { signedAt })))
  if (!event) throw new Error('The event can’t be parsed')
  return event
}

/** An event of an unknown kind that names no inquiry (N13). */
export const unknownEvent = (): VerificationEvent => ({
  ...{ id: randomUUID(), kind: 'inquiry.future', signedAt: new Date(), status: null },
  ...{ inquiryId: null, referenceId: null, capabilities: [] },
})

const FIRST_EVENT_AT = Date.parse('2026-01-01T00:00:00Z')

/** An event arrives. @param second its signed time, which orders events */
export const deliverEvent = (inquiry: TestInquiry, status: EventStatus, second = 1) =>
  recordEvent(eventOf(inquiry, status, new Date(FIRST_EVENT_AT + second * 1_000)), null)

/** Takes in all waiting events of our inquiries. */
export async function takeInAll(): Promise<void> {
  while (await takeInNext());
}

/** An event arrives and is taken in. */
export async function deliverAndTakeIn(...event: Parameters<typeof deliverEvent>): Promise<void> {
  await deliverEvent(...event)
  await takeInAll()
}

/** Takes events in, then claims everything that is due, in order. */
export async function claimAll(): Promise<Claim[]> {
  await takeInAll()
  const claims: Claim[] = []
  const next = () => claimNext({ mayClaimScheduled: true })
  for (let claim = await next(); claim; claim = await next()) claims.push(claim)
  return claims
}

/** Claims a read of this inquiry, and everything else that is due. */
export async function beginRead({ id }: { id: string }): Promise<Claim> {
  await makeDue({ id })
  const claim = (await claimAll()).find((one) => one.id === id)
  if (!claim) throw new Error('The inquiry can’t be claimed')
  return claim
}

/** A read ends. @param claim the claim of a read that began earlier */
export const endRead = async (
  inquiry: TestInquiry,
  status: string,
  { claim, ...fields }: Partial<ServiceInquiry> & { claim?: Claim } = {},
) => applyRead(claim ?? (await beginRead(inquiry)), serviceAnswer(inquiry, status, fields))

/** The service's response to a read. */
export const serviceAnswer = (
  inquiry: Pick<TestInquiry, 'serviceInquiryId' | 'referenceId'>,
  status: string,
  fields: Partial<ServiceInquiry> = {},
): ServiceInquiry => ({
  inquiryId: inquiry.serviceInquiryId ?? '',
  referenceId: inquiry.referenceId,
  status,
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
  expiresAt: null,
  ...fields,
})

/** A script that answers every read with this status. */
export const shows =
  (status: string, extra: object = {}): Script =>
  async ({ path }) => {
    const serviceInquiryId = path.split('/').at(-1) ?? ''
    const { referenceId } = await db().inquiry.findFirstOrThrow({ where: { serviceInquiryId } })
    return { body: inquiryBody({ inquiryId: serviceInquiryId, referenceId, status, ...extra }) }
  }

export const reload = ({ id }: { id: string }) => db().inquiry.findUniqueOrThrow({ where: { id } })

/** Lets time pass for an inquiry by moving its stored times into the past. */
export async function letPass({ id }: { id: string }, ms: number): Promise<void> {
  await db().$executeRaw`
    UPDATE "WebhookEvent" SET "arrivedAt" = "arrivedAt" - ${ms}::float8 * interval '1 millisecond',
      "signedAt" = "signedAt" - ${ms}::float8 * interval '1 millisecond'
    WHERE "inquiryId" = ${id}::uuid OR "serviceInquiryId" = (SELECT "serviceInquiryId" FROM "Inquiry" WHERE "id" = ${id}::uuid)`
  await db().$executeRaw`
    UPDATE "Inquiry" SET "dueAt" = "dueAt" - ms, "statusSince" = "statusSince" - ms, "readAt" = "readAt" - ms,
      "expiresAt" = "expiresAt" - ms, "missingSince" = "missingSince" - ms, "createdAt" = "createdAt" - ms
    FROM (SELECT ${ms}::float8 * interval '1 millisecond' AS ms) AS passed WHERE "id" = ${id}::uuid`
}

/** The audit trail of an inquiry, as `action: outcome`, oldest first. */
export async function trailOf({ id }: { id: string }): Promise<string[]> {
  const entries = await db().auditEntry.findMany({
    where: { inquiryId: id },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ action, outcome }) => `${action}: ${outcome}`)
}

/** The value of a counter, or how often a histogram was observed; undefined if the metric has no such labels. */
export async function counted(name: string, labels: Record<string, string>) {
  const metric = await metrics().registry.getSingleMetric(name)?.get()
  return metric?.values.findLast((one) => isDeepStrictEqual(one.labels, labels))?.value
}
