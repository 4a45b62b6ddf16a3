// Mistakes with the database, and with a pooler in front of it.
import { randomUUID } from 'node:crypto'
import { startPgBouncer } from '../pgbouncer.ts'
import { type Installation, type Mistake, named, type Planted, run } from './installation.ts'

const IGNORED =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

export const DATABASE_MISTAKES: Mistake[] = [
  {
    mistake: 'a column was dropped by hand',
    plant: (installation) =>
      changedDatabase(installation, 'ALTER TABLE "Inquiry" DROP COLUMN "portalDecidedAt"'),
    found: [/no column Inquiry.portalDecidedAt\n.*ADD COLUMN "portalDecidedAt" TIMESTAMPTZ\(3\);/],
  },
  {
    mistake: 'an index was dropped by hand, and harmless ones were added',
    plant: (installation) =>
      changedDatabase(
        installation,
        'DROP INDEX "Inquiry_standing_grant_key"; CREATE TABLE mine (a int); CREATE INDEX ON "Inquiry" ("createdAt")',
      ),
    found: [/tables differ.*\n.*: CREATE UNIQUE INDEX "Inquiry_standing_grant_key" [^;]*;$/],
  },
  {
    mistake: 'the role may only read',
    plant: async ({ databaseUrl }) => {
      await run(
        `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
        databaseUrl,
      )
      return { env: { DATABASE_URL: databaseUrl.replace('postgres:postgres', 'reader:reader') } }
    },
    found: [
      /role "reader" lacks INSERT, UPDATE, DELETE on AccountOpening, .*\n.*GRANT SELECT, INSERT.* TO "reader"/,
    ],
  },
  {
    mistake: 'the server is read-only',
    plant: (installation) =>
      changedDatabase(installation, 'ALTER DATABASE THIS SET default_transaction_read_only = on'),
    found: [/database is read-only.*\n.*RESET default_transaction_read_only/],
  },
  {
    mistake: 'the pooler refuses the start-up parameters',
    needsPgBouncer: true,
    plant: (installation) => pooled(installation, 'pool_mode = transaction'),
    found: [
      /refuses the start-up parameter statement_timeout.*\n.*ignore_startup_parameters = statement_timeout,lock.*ALTER ROLE/,
    ],
  },
  {
    mistake: 'the pooler does not support prepared statements in transaction mode',
    needsPgBouncer: true,
    plant: (installation) => pooled(installation, 'pool_mode = transaction', IGNORED),
    found: [
      /mixes up the clients' prepared statements\n.*1.21 or newer with max_prepared_statements = 200/,
    ],
  },
  {
    mistake: 'the pooler pools statements',
    needsPgBouncer: true,
    plant: (installation) => pooled(installation, 'pool_mode = statement', IGNORED),
    found: [/allows no transactions.*\n.*pool_mode = transaction/],
  },
  {
    mistake: 'the pooler ignores the limits, and the role has none',
    needsPgBouncer: true,
    plant: (installation) => pooled(installation, 'pool_mode = session', IGNORED),
    found: [
      /doesn't enforce idle_in_transaction_session_timeout, lock_timeout, statement_timeout\n.*ALTER ROLE … SET lock_timeout = 2000;/,
    ],
  },
  {
    mistake: 'the connection to a database elsewhere has no TLS',
    plant: ({ databaseUrl }) => ({
      env: { DATABASE_URL: databaseUrl.replace('127.0.0.1', '0.0.0.0') },
    }),
    found: [/database at 0.0.0.0:\d+ is not encrypted\n.*sslmode=verify-full/],
  },
  {
    mistake: 'the database is down',
    plant: ({ closedUrl }) => ({
      env: { DATABASE_URL: `postgresql://someone:hidden@${new URL(closedUrl).host}/merchant` },
    }),
    found: [/^(?!.*hidden).*cannot be used \(ECONNREFUSED\)\n.*start the server/],
  },
  {
    mistake: 'the password for the database is wrong',
    plant: ({ databaseUrl }) => ({
      env: { DATABASE_URL: databaseUrl.replace(':postgres@', ':wrong@') },
    }),
    found: [/cannot be used \(28P01\)\nUser or password in DATABASE_URL is wrong/],
  },
  {
    mistake: 'a migration is pending',
    plant: async ({ databaseUrl }) => {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await run(`CREATE DATABASE ${name}`, named(databaseUrl, 'template1'))
      return { env: { DATABASE_URL: named(databaseUrl, name) } }
    },
    found: [/Migrations are pending: \d{14}_.*\nRun: npm run db:migrate/],
  },
]

/** A separate migrated database, changed by hand. */
async function changedDatabase(
  { databaseUrl }: Installation,
  statements: string,
): Promise<Planted> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  await run(`CREATE DATABASE ${name} TEMPLATE pristine`, named(databaseUrl, 'template1'))
  await run(statements.replaceAll('THIS', name), named(databaseUrl, name))
  return { env: { DATABASE_URL: named(databaseUrl, name) } }
}

async function pooled(
  { databaseUrl, undo }: Installation,
  ...settings: string[]
): Promise<Planted> {
  const pooler = await startPgBouncer(databaseUrl, settings)
  undo.push(pooler.stop)
  return { env: { DATABASE_URL: pooler.url } }
}
