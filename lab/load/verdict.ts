// Judges the system from outside after the load has stopped: compares the database's rows with the service's records.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { Application } from './load.ts'
import type { ServiceInquiry } from './service.ts'

const rowSchema = z.object({
  id: z.string(),
  applicantHash: z.string(),
  referenceId: z.string(),
  inquiryId: z.string().nullable(),
  openState: z.string(),
  status: z.string().nullable(),
  settled: z.boolean(),
  granted: z.boolean(),
  grants: z.coerce.number(),
})
type Row = z.infer<typeof rowSchema>

export interface Kept {
  rows: Row[]
  /** Ids of the stored events. */
  events: Set<string>
}

export async function readDatabase(connectionString: string): Promise<Kept> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const rows = await client.query(`
      SELECT "id", "applicantHash", "referenceId", "serviceInquiryId" AS "inquiryId", "openState", "status",
        "readAt" IS NOT NULL AND "status" IN ('APPROVED', 'DECLINED', 'FAILED') AND NOT EXISTS (
          SELECT FROM "WebhookEvent" AS event WHERE event."serviceInquiryId" = "Inquiry"."serviceInquiryId" AND event."inquiryId" IS NULL
        ) AS "settled",
        "grantedAt" IS NOT NULL AS "granted",
        (SELECT count(*) FROM "AuditEntry" WHERE "inquiryId" = "Inquiry"."id" AND "action" = 'account.opened') AS "grants"
      FROM "Inquiry"`)
    const events = await client.query('SELECT "id" FROM "WebhookEvent"')
    const eventsSchema = z.array(z.object({ id: z.string() }))
    return {
      rows: z.array(rowSchema).parse(rows.rows),
      events: new Set(eventsSchema.parse(events.rows).map(({ id }) => id)),
    }
  } finally {
    await client.end()
  }
}

export interface Evidence extends Kept {
  applications: readonly Application[]
  /** Every inquiry that the service has opened. */
  opened: readonly ServiceInquiry[]
  /** Ids of the events that the app answered with a 2xx. */
  acknowledged: Iterable<string>
}

/** @returns the problems, one line each */
export function judge({ applications, rows, events, opened, acknowledged }: Evidence): string[] {
  return [
    ...[...acknowledged]
      .filter((id) => !events.has(id))
      .map((id) => `event ${id} was acknowledged but is not stored`),
    ...judgeCustomers(applications, rows),
    ...judgeService(rows, opened),
    ...rows.flatMap(judgeRow),
  ]
}

/** Each customer has one row, with the service's final outcome. */
function judgeCustomers(applications: readonly Application[], rows: readonly Row[]): string[] {
  const byCustomer = new Map<string, Row[]>()
  for (const row of rows)
    byCustomer.set(row.applicantHash, [...(byCustomer.get(row.applicantHash) ?? []), row])
  return applications.flatMap(({ customer, outcome }) => {
    const own = byCustomer.get(customer.hash) ?? []
    if (own.length !== 1) return [`a customer has ${own.length} inquiries`]
    const wrong = own.filter(({ status }) => status !== outcome)
    return wrong.map(({ id, status }) => `inquiry ${id} is ${status}, but should be ${outcome}`)
  })
}

/** Every inquiry that the service opened is bound to the row with its reference. */
function judgeService(rows: readonly Row[], opened: readonly ServiceInquiry[]): string[] {
  const byReference = new Map(rows.map((row) => [row.referenceId, row]))
  const known = new Set(opened.map(({ inquiryId }) => inquiryId))
  const bound = rows.flatMap(({ inquiryId }) => inquiryId ?? [])
  return [
    ...opened.flatMap(({ inquiryId, referenceId, status }) => {
      const row = byReference.get(referenceId)
      if (!row) return [`the service opened ${inquiryId} for a reference that is not ours`]
      if (row.inquiryId !== inquiryId) return [`the service opened another inquiry for ${row.id}`]
      return row.status === status
        ? []
        : [`${row.id} is ${row.status}, but the service has ${status}`]
    }),
    ...bound.filter((id) => !known.has(id)).map((id) => `${id} is bound but was never opened`),
    ...(new Set(bound).size < bound.length ? ['one inquiry is bound twice'] : []),
  ]
}

/** Every row is settled, and granted exactly if it's approved. The audit trail has one entry per opened account. */
function judgeRow({ id, openState, settled, status, granted, grants }: Row): string[] {
  const due = status === 'APPROVED' ? 1 : 0
  return [
    ...(openState === 'OPEN' && settled ? [] : [`inquiry ${id} is not settled (${openState})`]),
    ...(Number(granted) === due && grants === due
      ? []
      : [`inquiry ${id} is ${status} and was granted ${grants} times`]),
  ]
}

/**
 * The app's logs must contain no secret, cookie or personal data, and no unhandled error.
 * @returns one line per problem, without the secrets
 */
export function judgeLogs(logFolder: string, secrets: readonly string[]): string[] {
  return readdirSync(logFolder)
    .filter((name) => /-app-\d+\.log$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(logFolder, name), 'utf8')
      const leaked = secrets.filter((secret) => text.includes(secret))
      return [
        ...(leaked.length > 0 ? [`${name} contains ${leaked.length} secrets`] : []),
        ...(/unhandledRejection|uncaughtException/.test(text)
          ? [`${name} reports an unhandled error`]
          : []),
      ]
    })
}
