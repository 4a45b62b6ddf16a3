/** What waits, and how long it has waited: for the metrics. All times are by the database's clock. */
import 'server-only'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'

/** Counts stop here, so that a long backlog doesn't make a scrape slow. */
const COUNTED_AT_MOST = 1_000
/** The kind of the doctor's own delivery. It says nothing about the service. */
export const DOCTOR_PING = 'doctor.ping'

const IS_OWED = Prisma.sql`"grantedAt" IS NOT NULL AND "accountOpenedAt" IS NULL AND "accountRefusal" IS NULL`

/** The stages in which a customer waits for somebody else, each with the column that says since when. */
const STAGES = {
  opening: [Prisma.sql`"openState" = 'OPENING'`, Prisma.sql`"createdAt"`],
  submitted: [
    Prisma.sql`"status" = 'COMPLETED' AND "reportedStatus" IS NULL`,
    Prisma.sql`"statusSince"`,
  ],
  in_review: [
    Prisma.sql`"status" = 'NEEDS_REVIEW' AND "reportedStatus" IS NULL`,
    Prisma.sql`"statusSince"`,
  ],
  confirming: [Prisma.sql`"reportedStatus" IS NOT NULL`, Prisma.sql`"reportedAt"`],
  account_due: [Prisma.sql`${IS_OWED} AND "accountError" IS NULL`, Prisma.sql`"grantedAt"`],
  account_failing: [Prisma.sql`${IS_OWED} AND "accountError" IS NOT NULL`, Prisma.sql`"grantedAt"`],
} as const
export const WAITING_STAGES = Object.keys(STAGES)

const ageOf = (since: Prisma.Sql) =>
  Prisma.sql`extract(epoch FROM statement_timestamp() - ${since})::float8`

/** Counts the inquiries in each stage, oldest first, and measures the age of the oldest; 0 if there is none. */
export const measureWaiting = () =>
  db().$queryRaw<{ stage: string; count: number; oldestSeconds: number }[]>(
    Prisma.join(
      Object.entries(STAGES).map(
        ([stage, [where, since]]) => Prisma.sql`
        SELECT ${stage} AS "stage", count(*)::int AS "count", coalesce(${ageOf(Prisma.sql`min("since")`)}, 0) AS "oldestSeconds"
        FROM (SELECT ${since} AS "since" FROM "Inquiry" WHERE ${where} ORDER BY 1 LIMIT ${COUNTED_AT_MOST}) AS oldest`,
      ),
      ' UNION ALL ',
    ),
  )

/**
 * The age of the newest event of the service, null if none has ever arrived, and how many events of the last 24 hours are set aside:
 * those of known kinds, and all.
 */
export async function measureEvents() {
  const [measured] = await db().$queryRaw<
    [{ newestSeconds: number | null; setAsideKnown: number; setAside: number }]
  >`
    SELECT count("status")::int AS "setAsideKnown", count(*)::int AS "setAside", ${ageOf(Prisma.sql`(
      SELECT "arrivedAt" FROM "WebhookEvent" WHERE "kind" <> ${DOCTOR_PING} ORDER BY "arrivedAt" DESC, "id" DESC LIMIT 1
    )`)} AS "newestSeconds"
    FROM (
      SELECT "status" FROM "WebhookEvent"
      WHERE "setAsideAt" > statement_timestamp() - interval '24 hours' AND "kind" <> ${DOCTOR_PING}
      ORDER BY "setAsideAt" DESC LIMIT ${COUNTED_AT_MOST}
    ) AS newest`
  return measured
}
