/** Steps in the life of an inquiry, for integration tests: an event arrives, a read begins, a read ends. */
import { afterAll, beforeAll } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../../scripts/test-database'
import { db } from '../db'
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

/**
 * The database's clock, which timestamps events and the start of reads. Waits until the millisecond of the last write is
 * over, and the next one too, because the column may round up: a read that begins in it is discarded and repeated.
 */
export async function databaseTime(): Promise<Date> {
  const first = await readClock()
  for (;;) {
    const now = await readClock()
    if (now.getTime() > first.getTime() + 1) return now
  }
}

async function readClock(): Promise<Date> {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  if (!row) throw new Error('The database returned no time')
  return row.now
}

/** A read ends. @param beganAt defaults to now */
export const endRead = async (
  inquiry: TestInquiry,
  status: string,
  { beganAt, ...fields }: Partial<ServiceInquiry> & { beganAt?: Date } = {},
) => applyRead(inquiry, serviceAnswer(inquiry, status, fields), beganAt ?? (await databaseTime()))

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

export const reload = ({ id }: { id: string }) =>
  db().inquiry.findUniqueOrThrow({ where: { id }, include: { accountOpening: true } })

export const makeDue = (
  { id }: { id: string },
  columns: { urgent?: boolean; nextReadAt?: Date } = {},
) => db().inquiry.update({ where: { id }, data: { nextReadAt: new Date(0), ...columns } })

/** The audit trail of an inquiry, as `action: outcome`, oldest first. */
export async function trailOf({ id }: { id: string }): Promise<string[]> {
  const entries = await db().auditEntry.findMany({
    where: { inquiryRow: id },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ action, outcome }) => `${action}: ${outcome}`)
}
