/** What waits, and how long it has waited: for the metrics. All times are by the database's clock. */
import 'server-only'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'

/** Counts stop here, so that a long backlog doesn't make a scrape slow. */
const COUNTED_AT_MOST = 1_000

/** The stages in which a customer waits for somebody else. */
export const WAITING_STAGES = [
  'opening',
  'submitted',
  'in_review',
  'confirming',
  'account_due',
  'account_failing',
] as const

const ageOf = (since: Prisma.Sql) =>
  Prisma.sql`extract(epoch FROM statement_timestamp() - ${since})::float8`

/** How many inquiries are in each stage, oldest first, and the age of the oldest. A stage without any has no row. */
export const measureWaiting = () => {
  const oldest = (stage: Prisma.Sql, since: string, where: Prisma.Sql) => Prisma.sql`(
    SELECT ${stage} AS "stage", ${Prisma.raw(`"${since}"`)} AS "since" FROM "Inquiry" WHERE ${where}
    ORDER BY 2 LIMIT ${COUNTED_AT_MOST}
  )`
  const stages = [
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
    oldest(Prisma.sql`'confirming'`, 'reportedAt', Prisma.sql`"reportedStatus" IS NOT NULL`),
    oldest(
      Prisma.sql`CASE WHEN "accountError" IS NULL THEN 'account_due' ELSE 'account_failing' END`,
      'grantedAt',
      Prisma.sql`"grantedAt" IS NOT NULL AND "accountOpenedAt" IS NULL AND "accountRefusal" IS NULL`,
    ),
  ]
  return db().$queryRaw<{ stage: string; count: number; oldestSeconds: number }[]>`
    SELECT "stage", count(*)::int AS "count", ${ageOf(Prisma.sql`min("since")`)} AS "oldestSeconds"
    FROM (${Prisma.join(stages, ' UNION ALL ')}) AS waiting GROUP BY "stage"`
}

/** The age of the service's newest event, null if none ever arrived, and the events of known kinds that were set aside in 24 hours. */
export async function measureEvents() {
  const [measured] = await db().$queryRaw<[{ newestSeconds: number | null; setAside: number }]>`
    SELECT count(*)::int AS "setAside", ${ageOf(Prisma.sql`(
      SELECT "arrivedAt" FROM "WebhookEvent" ORDER BY "arrivedAt" DESC, "id" DESC LIMIT 1
    )`)} AS "newestSeconds"
    FROM (
      SELECT FROM "WebhookEvent"
      WHERE "setAsideAt" > statement_timestamp() - interval '24 hours' AND "status" IS NOT NULL
      ORDER BY "setAsideAt" DESC LIMIT ${COUNTED_AT_MOST}
    ) AS newest`
  return measured
}
