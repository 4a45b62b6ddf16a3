/**
 * Retention: what is past its age is removed in batches, and an applicant on request, both with a dry run and an
 * audit entry. Runs from `npm run retention` and `POST /api/cron/retention`; any number of runs may overlap.
 */
import 'server-only'
import { audit } from './audit'
import { db } from './db'
import { env } from './env'
import { uuid7At } from './inquiries/uuid7-time'
import { forgetTriesOf } from './limits'
import { Prisma } from './prisma-client/client'

const DAY_MS = 24 * 3_600_000
/** Small enough that a batch ends far within the statement's time limit, and holds no lock for long. */
const BATCH = 1_000

export interface Removed {
  events: number
  rejectedDeliveries: number
  auditEntries: number
}

/**
 * Removes events and rejected deliveries older than `RETENTION_EVENT_DAYS`, audit entries older than
 * `RETENTION_AUDIT_DAYS`. A removed event that is replayed afterwards is stored again, older than what its row shows:
 * stale, so it changes nothing but makes one read due.
 * @returns how many were removed, or would be with `dryRun`
 */
export async function removeExpired({
  now,
  dryRun,
}: {
  now: Date
  dryRun: boolean
}): Promise<Removed> {
  const { RETENTION_EVENT_DAYS, RETENTION_AUDIT_DAYS } = env()
  const eventsBefore = new Date(now.getTime() - RETENTION_EVENT_DAYS * DAY_MS)
  const auditBefore = new Date(now.getTime() - RETENTION_AUDIT_DAYS * DAY_MS)
  const work = dryRun ? count : removeInBatches
  const removed = {
    events: await work(Prisma.sql`"WebhookEvent"`, Prisma.sql`"receivedAt" < ${eventsBefore}`),
    rejectedDeliveries: await work(
      Prisma.sql`"RejectedDelivery"`,
      Prisma.sql`"id" < ${uuid7At(eventsBefore)}::uuid`,
    ),
    auditEntries: await work(
      Prisma.sql`"AuditEntry"`,
      Prisma.sql`"id" < ${uuid7At(auditBefore)}::uuid`,
    ),
  }
  const { events, rejectedDeliveries, auditEntries } = removed
  if (!dryRun && events + rejectedDeliveries + auditEntries > 0) {
    await audit({
      actor: 'system',
      action: 'retention.applied',
      outcome: `${events}_events_${rejectedDeliveries}_rejected_${auditEntries}_audit_entries`,
    })
  }
  return removed
}

async function count(table: Prisma.Sql, condition: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ rows: number }[]>`
    SELECT count(*)::int AS "rows" FROM ${table} WHERE ${condition}`
  return row?.rows ?? 0
}

async function removeInBatches(table: Prisma.Sql, condition: Prisma.Sql): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = await db().$executeRaw`
      DELETE FROM ${table} WHERE "id" IN (SELECT "id" FROM ${table} WHERE ${condition} LIMIT ${BATCH})`
    removed += batch
    if (batch < BATCH) return removed
  }
}

export interface Erased {
  inquiries: number
  events: number
}

/**
 * Erases an applicant: all inquiries of whoever made this one, their history, their events, and what the rate limit
 * has counted. Audit entries stay: they say which staff saw what, name ids alone, and lead nowhere afterwards.
 * What the service holds is not ours to erase.
 * @param inquiry our own id of any inquiry of the applicant, as in /admin/inquiries/{id}
 * @returns null when there is no such inquiry
 */
export async function eraseApplicant(
  inquiry: string,
  { dryRun }: { dryRun: boolean },
): Promise<Erased | null> {
  return db().$transaction(async (tx) => {
    const named = await tx.inquiry.findUnique({
      where: { id: inquiry },
      select: { applicantHash: true },
    })
    if (!named) return null
    const { applicantHash } = named
    // Rows before events, as whoever records or reads locks them: else they could wait for each other.
    await tx.$executeRaw`
      SELECT FROM "Inquiry" WHERE "applicantHash" = ${applicantHash} ORDER BY "id" FOR UPDATE`
    const rows = await tx.inquiry.findMany({
      where: { applicantHash },
      select: { id: true, inquiryId: true, orphanId: true, referenceId: true },
    })
    const serviceIds = rows.flatMap(({ inquiryId, orphanId }) =>
      [inquiryId, orphanId].filter((id) => id !== null),
    )
    const ofApplicant = {
      OR: [
        { inquiryId: { in: serviceIds } },
        { referenceId: { in: rows.map(({ referenceId }) => referenceId) } },
      ],
    }
    if (dryRun)
      return { inquiries: rows.length, events: await tx.webhookEvent.count({ where: ofApplicant }) }

    const { count: events } = await tx.webhookEvent.deleteMany({ where: ofApplicant })
    await tx.inquiry.deleteMany({ where: { applicantHash } })
    await forgetTriesOf(tx, { hash: applicantHash })
    await tx.auditEntry.create({
      data: {
        actor: 'system',
        action: 'applicant.erased',
        inquiryRow: inquiry,
        outcome: `${rows.length}_inquiries_${events}_events`,
      },
    })
    return { inquiries: rows.length, events }
  })
}
