// A million inquiries, and the migrations of the releases that need one.
import pg from 'pg'
import { migrateFrom } from '../../scripts/database/migrate.ts'
import { readMigrations } from '../../scripts/database/schema-engine.ts'

const MIGRATIONS = {
  column: [
    '29990101000001_channel',
    '-- Phase: expand.\nALTER TABLE "Inquiry" ADD COLUMN "channel" VARCHAR(40);\n',
  ],
  index: [
    '29990101000002_channel_index',
    '-- Phase: expand.\nCREATE INDEX CONCURRENTLY "Inquiry_channel_idx" ON "Inquiry"("channel", "referenceId");\n',
  ],
} as const

/** Migrates up to this migration; without `last`, applies none of them. @returns the migrations applied */
export async function migrateFor(
  databaseUrl: string,
  last?: keyof typeof MIGRATIONS,
): Promise<string[]> {
  const list = readMigrations()
  const names = Object.keys(MIGRATIONS)
  const wanted = last ? Object.values(MIGRATIONS).slice(0, names.indexOf(last) + 1) : []
  const added = wanted.map(([path, value]) => ({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  }))
  return migrateFrom(databaseUrl, {
    ...list,
    migrationDirectories: [...list.migrationDirectories, ...added],
  })
}

/** Inserts decided inquiries, none of which has a read due. */
export async function fill(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product",
       "openState", "openKey", "openBody", "correlationId", "status", "readAt", "decidedAt", "updatedAt", "createdAt")
     SELECT (lpad(to_hex(1767225600000 + n * 10), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
       'app-' || gen_random_uuid(), gen_random_uuid(), md5(n::text) || md5(n::text), 'everyday',
       'OPEN', gen_random_uuid(), '{}', gen_random_uuid(), 'APPROVED', now(), now(), now(), now()
     FROM generate_series(1, $1::bigint) AS n`,
    [rows],
  )
  await client.query('VACUUM ANALYZE "Inquiry"')
  await client.end()
}

/** How many inquiries each of these customers has. */
export async function countInquiries(
  databaseUrl: string,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ applicantHash: string; count: number }>(
    `SELECT "applicantHash", count(*)::int AS count FROM "Inquiry" WHERE "applicantHash" = ANY($1) GROUP BY 1`,
    [hashes],
  )
  await client.end()
  return new Map(rows.map(({ applicantHash, count }) => [applicantHash, count]))
}
