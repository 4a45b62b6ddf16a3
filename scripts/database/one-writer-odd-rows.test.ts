// The migration one_writer on odd rows that the previous build left behind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { beforeAll, expect, test } from 'vitest'
import { readMigrations } from './schema-engine.ts'

const NAME = '20261122030000_one_writer'
const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations')
const apply = (database: PGlite, name: string) =>
  database.exec(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'))

let database: PGlite
const rowOf = async (reference: string) =>
  (
    await database.query<Record<string, unknown>>(
      `SELECT *, "nextReadAt" <= now() AS "isDue" FROM "Inquiry" WHERE "referenceId" = $1`,
      [reference],
    )
  ).rows[0]

beforeAll(async () => {
  database = await PGlite.create()
  const names = readMigrations().migrationDirectories.map(({ path }) => path)
  for (const name of names.slice(0, names.indexOf(NAME))) await apply(database, name)
  await database.exec(`
    INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
      "openBody", "correlationId", "status", "confirmedAt", "decision", "decidedAt", "grantedAt", "updatedAt")
    SELECT gen_random_uuid(), reference, gen_random_uuid(), applicant, 'everyday', 'OPEN', gen_random_uuid(), '{}',
      gen_random_uuid(), status, confirmed, decision, decided, granted, now()
    FROM (VALUES
      ('granted-first', repeat('a', 64), 'APPROVED', now() - interval '9 days', 'APPROVED', now() - interval '9 days',
        now() - interval '9 days'),
      ('granted-again', repeat('a', 64), 'APPROVED', now() - interval '8 days', 'APPROVED', now() - interval '8 days',
        now() - interval '8 days'),
      ('reversed', repeat('b', 64), 'NEEDS_REVIEW', now() - interval '1 day', 'APPROVED', now() - interval '2 days',
        now() - interval '2 days'),
      ('only-reported', repeat('c', 64), 'APPROVED', NULL, NULL, NULL, NULL),
      ('contradicted', repeat('d', 64), 'APPROVED', now() - interval '60 days', 'APPROVED',
        now() - interval '60 days', NULL)
    ) AS old (reference, applicant, status, confirmed, decision, decided, granted);
    INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "receivedAt", "inquiryId", "status", "payload", "outcome")
    SELECT gen_random_uuid(), 'inquiry.declined', now() - interval '61 days', now() - interval '59 days', "inquiryId",
      'DECLINED', '{}', 'STALE'
    FROM "Inquiry" WHERE "referenceId" = 'contradicted'`)
  await apply(database, NAME)
})

test('if an applicant has two grants, the first stays, and both accounts stay open', async () => {
  expect(await rowOf('granted-first')).toMatchObject({ grantedAt: expect.any(Date) })
  expect(await rowOf('granted-again')).toMatchObject({ grantedAt: null, status: 'APPROVED' })
  const { rows } = await database.query('SELECT "openedAt" FROM "AccountOpening"')
  expect(rows).toEqual(Array(3).fill({ openedAt: expect.any(Date) }))
})

test('a grant whose approval was reversed is withdrawn', async () => {
  expect(await rowOf('reversed')).toMatchObject({ grantedAt: null, status: 'NEEDS_REVIEW' })
})

test('a status that only an event had reported is due for a read immediately', async () => {
  expect(await rowOf('only-reported')).toMatchObject({ status: null, isDue: true, urgent: true })
})

test('an inquiry whose newest event is unconfirmed is due for a read, however long ago it was decided', async () => {
  expect(await rowOf('contradicted')).toMatchObject({
    status: 'APPROVED',
    reportedStatus: 'DECLINED',
    isDue: true,
    urgent: true,
  })
})
