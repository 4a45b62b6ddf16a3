// Fills a database as if the app had run for years. PostgreSQL generates the rows, and then builds the indexes.
import type pg from 'pg'

/** What retention keeps by default. */
const EVENT_DAYS = 90
const INQUIRY_YEARS = 3

/** Spreads the events evenly over the days. */
export async function fillEvents(client: pg.Client, rows: number): Promise<void> {
  await client.query('TRUNCATE "ReceivedEvent", "KnownEvent"')
  const perDay = Math.ceil(rows / EVENT_DAYS)
  for (let ago = EVENT_DAYS - 1; ago >= 0; ago--) {
    const day = new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
    const partition = `"ReceivedEvent_${day.replaceAll('-', '')}"`
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF "ReceivedEvent"
       FOR VALUES FROM ('${day}') TO ('${day}'::date + 1)`,
    )
    await client.query(
      `INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "receivedAt", "day", "firstDeliveryId", "inquiryId",
         "referenceId", "correlationId", "status", "payload")
       SELECT gen_random_uuid(), 'inquiry.approved', at, at, $1, gen_random_uuid(), inquiry, reference, correlation,
         'APPROVED', jsonb_build_object('inquiryId', inquiry, 'referenceId', reference, 'status', 'APPROVED',
           'approvedAt', at, 'correlationId', correlation,
           'succeededCapabilities', ARRAY['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'])
       FROM (
         SELECT ($1::date + n * interval '1 day' / $2::int) AT TIME ZONE 'UTC' AS at, gen_random_uuid() AS inquiry,
           'app-' || gen_random_uuid() AS reference, gen_random_uuid() AS correlation
         FROM generate_series(0, $2::int - 1) AS n
       ) AS event`,
      [day, perDay],
    )
  }
  // The inserts above don't fill this table.
  await client.query(
    `INSERT INTO "KnownEvent" SELECT "id", "receivedAt" FROM "ReceivedEvent" ORDER BY "receivedAt"
     ON CONFLICT DO NOTHING`,
  )
  await client.query('VACUUM ANALYZE "ReceivedEvent", "KnownEvent"')
}

/** Ids are time-ordered, like the app's. Every status is equally common, and inquiries still watched have a next read. */
export async function fillInquiries(client: pg.Client, rows: number): Promise<void> {
  await client.query('TRUNCATE "Inquiry" CASCADE')
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
     WHERE tablename = 'Inquiry' AND indexname <> 'Inquiry_pkey'`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
       "openBody", "correlationId", "status", "readAt", "decidedAt", "waitingSince", "updatedAt", "createdAt", "nextReadAt")
     SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
       'app-' || gen_random_uuid(), gen_random_uuid(), md5(n::text) || md5((n + 1)::text), 'everyday', 'OPEN',
       gen_random_uuid(), '', gen_random_uuid(), (ARRAY['APPROVED', 'DECLINED', 'FAILED', 'NEEDS_REVIEW'])[1 + n % 4],
       at, CASE WHEN n % 4 < 3 THEN at + interval '1 hour' END, CASE WHEN n % 4 = 3 THEN at END, at, at,
       -- Decided ones are watched for 30 days.
       CASE WHEN n % 4 < 3 AND at > now() - interval '29 days' THEN at + interval '30 days' END
     FROM (
       SELECT n, now() - ($1::bigint - n) * interval '${INQUIRY_YEARS} years' / $1::bigint AS at
       FROM generate_series(1, $1::bigint) AS n
     ) AS inquiry`,
    [rows],
  )
  for (const { sql } of indexes) await client.query(sql)
  await client.query('VACUUM ANALYZE "Inquiry"')
}
