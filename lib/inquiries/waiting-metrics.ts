/**
 * Measures, for the metrics, how many inquiries wait and for how long, how old the newest event is, and how many events were set aside.
 * All times are by the database's clock.
 */
import 'server-only'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'

/** Counts stop here, so that a long backlog doesn't make a scrape slow. */
const COUNTED_AT_MOST = 1_000

/** Groups for the metric's label. They are not the customer's stages of stages.ts. */
export const WAITING_GROUPS = [
  'opening',
  'submitted',
  'in_review',
  'reported',
  'account_due',
  'account_failing',
] as const

const ageOf = (since: Prisma.Sql) =>
  Prisma.sql`extract(epoch FROM statement_timestamp() - ${since})::float8`

/** Counts the inquiries in each group, 1000 at most, and measures how long the oldest has waited. A group without any has no row. */
export const measureWaiting = () => {
  const oldest = (group: Prisma.Sql, since: string, where: Prisma.Sql) => Prisma.sql`(
    SELECT ${group} AS "group", ${Prisma.raw(`"${since}"`)} AS "since" FROM "Inquiry" WHERE ${where}
    ORDER BY 2 LIMIT ${COUNTED_AT_MOST}
  )`
  const groups = [
    oldest(Prisma.sql`'opening'`, 'createdAt', Prisma.sql`"openState" = 'OPENING'`),
    oldest(
      Prisma.sql`'submitted'`,
      'statusSince',
      Prisma.sql`"status" = 'COMPLETED' AND "reportedStatus" IS NULL`,
    ),
    oldest(
      Prisma.sql`'in_review'`,
      'statusSince',
      Prisma.sql`"status" = 'NEEDS_REVIEW' AND "reportedStatus" IS NULL`,
    ),
    oldest(Prisma.sql`'reported'`, 'reportedAt', Prisma.sql`"reportedStatus" IS NOT NULL`),
    oldest(
      Prisma.sql`CASE WHEN "accountError" IS NULL THEN 'account_due' ELSE 'account_failing' END`,
      'grantedAt',
      Prisma.sql`"grantedAt" IS NOT NULL AND "accountOpenedAt" IS NULL AND "accountRefusal" IS NULL`,
    ),
  ]
  return db().$queryRaw<{ group: string; count: number; oldestSeconds: number }[]>`
    SELECT "group", count(*)::int AS "count", ${ageOf(Prisma.sql`min("since")`)} AS "oldestSeconds"
    FROM (${Prisma.join(groups, ' UNION ALL ')}) AS waiting GROUP BY "group"`
}

/**
 * Measures the age of the newest event (null if none ever arrived), and counts the events of known kinds that arrived and were set aside
 * in the last 24 hours. The index of set-aside events is in the order of their arrival.
 */
export async function measureEvents() {
  const [measured] = await db().$queryRaw<[{ newestSeconds: number | null; setAside: number }]>`
    SELECT count(*)::int AS "setAside", ${ageOf(Prisma.sql`(
      SELECT "arrivedAt" FROM "WebhookEvent" ORDER BY "arrivedAt" DESC, "id" DESC LIMIT 1
    )`)} AS "newestSeconds"
    FROM (
      SELECT FROM "WebhookEvent"
      WHERE "setAsideAt" IS NOT NULL AND "arrivedAt" > statement_timestamp() - interval '24 hours'
        AND "setAsideAt" > statement_timestamp() - interval '24 hours' AND "status" IS NOT NULL
      ORDER BY "arrivedAt" DESC LIMIT ${COUNTED_AT_MOST}
    ) AS newest`
  return measured
}
