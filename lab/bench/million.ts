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
