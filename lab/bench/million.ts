// Fills a database as after years of operation. PostgreSQL generates the rows first and builds the indexes afterwards.
import type pg from 'pg'

const EVENT_DAYS = 90
const INQUIRY_YEARS = 3

/** Spreads the events evenly over the days. All of them have been taken in. */
export async function fillEvents(client: pg.Client, rows: number): Promise<void> {
  await refill(client, 'WebhookEvent', rows, (count) =>
    client.query(
      `INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "arrivedAt", "deliveryId", "serviceInquiryId", "referenceId",
         "status", "capabilities", "inquiryId")
       SELECT gen_random_uuid(), 'inquiry.approved', at, at, gen_random_uuid(), gen_random_uuid(),
         'app-' || gen_random_uuid(), 'APPROVED', ARRAY['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
         gen_random_uuid()
       FROM (
         SELECT now() - ($1::bigint - n) * interval '${EVENT_DAYS} days' / $1::bigint AS at
         FROM generate_series(1, $1::bigint) AS n
       ) AS event`,
      [count],
    ),
  )
}

/** Ids are time-ordered, like the app's. Every status is equally common. Inquiries that the app still follows have a next read. */
export async function fillInquiries(client: pg.Client, rows: number): Promise<void> {
  await refill(client, 'Inquiry', rows, (count) =>
    client.query(
      `INSERT INTO "Inquiry" ("id", "referenceId", "serviceInquiryId", "applicantHash", "product", "openState", "openKey",
         "openBody", "correlationId", "status", "readAt", "statusSince", "createdAt", "dueAt")
       SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
         'app-' || gen_random_uuid(), gen_random_uuid(), md5(n::text) || md5((n + 1)::text), 'everyday', 'OPEN',
         gen_random_uuid(), '', gen_random_uuid(), (ARRAY['APPROVED', 'DECLINED', 'FAILED', 'NEEDS_REVIEW'])[1 + n % 4],
         at, at, at,
         -- Decided ones are watched for 30 days.
         CASE WHEN n % 4 < 3 AND at > now() - interval '29 days' THEN at + interval '30 days' END
       FROM (
         SELECT n, now() - ($1::bigint - n) * interval '${INQUIRY_YEARS} years' / $1::bigint AS at
         FROM generate_series(1, $1::bigint) AS n
       ) AS inquiry`,
      [count],
    ),
  )
}

/** The inquiry with many events. */
export const NEWEST = 'SELECT "id" FROM "Inquiry" ORDER BY "id" DESC LIMIT 1'

/**
 * Adds what piles up on bad days, and no new statistics: as many events set aside within a day as there are inquiries, a tenth of the
 * inquiries due at once after failed calls, one inquiry with thousands of events, and many staff with an audit entry each.
 */
export async function pileUp(client: pg.Client, rows: number): Promise<void> {
  for (const table of ['WebhookEvent', 'Inquiry', 'User', 'AuditEntry'])
    await client.query(`ALTER TABLE "${table}" SET (autovacuum_enabled = false)`)
  const addEvents = (count: number, columns: string, values: string) =>
    client.query(
      `INSERT INTO "WebhookEvent" ("id", "kind", "status", "signedAt", "arrivedAt", ${columns})
       SELECT gen_random_uuid(), 'inquiry.approved', 'APPROVED', at, at, ${values}
       FROM (SELECT now() - random() * interval '1 day' AS at FROM generate_series(1, $1::bigint)) AS event`,
      [count],
    )
  await addEvents(rows, '"setAsideAt"', 'at')
  // More than a page shows, so that pages of both sizes are alike.
  await addEvents(Math.max(250, rows / 200), '"inquiryId"', `(${NEWEST})`)
  await client.query(
    `UPDATE "Inquiry" SET "dueAt" = now() - interval '1 minute', "lastError" = 'UnavailableError'
     WHERE "id" IN (SELECT "id" FROM "Inquiry" ORDER BY "id" DESC LIMIT $1)`,
    [rows / 10],
  )
  await client.query(
    `WITH staff AS (
       INSERT INTO "User" ("id", "issuer", "subject", "email", "name", "role")
       SELECT gen_random_uuid(), 'bench', n, n || '@example.com', 'Person ' || n, 'VIEWER' FROM generate_series(1, $1::bigint) AS n
       ON CONFLICT DO NOTHING RETURNING "id"
     )
     INSERT INTO "AuditEntry" ("id", "actor", "action", "outcome") SELECT gen_random_uuid(), "id", 'list.viewed', 'allowed' FROM staff`,
    [rows / 50],
  )
}

async function refill(
  client: pg.Client,
  table: string,
  rows: number,
  insert: (rows: number) => Promise<unknown>,
): Promise<void> {
  await client.query(`TRUNCATE "${table}" CASCADE`)
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
     WHERE tablename = '${table}' AND indexname <> '${table}_pkey'`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  await insert(rows)
  for (const { sql } of indexes) await client.query(sql)
  await client.query(`VACUUM ANALYZE "${table}"`)
}
