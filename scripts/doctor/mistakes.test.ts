// Every mistake is really made: in a PostgreSQL server, a pooler, the app's own handlers on a socket, or a scripted service.
// The whole examination runs each time, names the mistake with its cure, and complains of nothing else.
import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '../../lib/db.ts'
import { readAtOnce } from '../../lib/inquiries/reconcile.ts'
import { flushRejectedDeliveries } from '../../lib/rejected-deliveries.ts'
import type { Script, ScriptedAnswer } from '../../lib/testing/scripted-service.ts'
import { insertOpenInquiry, startTestApp, type TestApp } from '../../lib/testing/test-app.ts'
import { DELIVERY_ID_HEADER, SIGNATURE_HEADER } from '../../lib/verification/webhook.ts'
import { startOwnTestServer } from '../database/real-test-database.ts'
import { findFreePort } from '../ports.ts'
import { type Examination, examine } from './examine.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { serveApp } from './served-app.ts'
import { balance, serve, soundService, stopServing } from './test-server.ts'

let app: TestApp
let appUrl: string
let issuer: string
let closedUrl: string
let databaseUrl: string
const undo: (() => unknown)[] = []

beforeAll(async () => {
  app = await startTestApp(startOwnTestServer)
  databaseUrl = process.env.DATABASE_URL ?? ''
  // Before the app connects: a database is copied only while nobody uses it.
  await run('CREATE DATABASE pristine TEMPLATE postgres', named('template1'))
  appUrl = await serveApp()
  process.env.NEXTAUTH_URL = appUrl
  closedUrl = `http://127.0.0.1:${await findFreePort()}`
  issuer = await serve(async () =>
    Response.json({
      authorization_endpoint: 'https://id.example/authorize',
      token_endpoint: 'https://id.example/token',
    }),
  )
})
/** The service while nothing is wrong with it. */
const healthy: Script = (request, nth) =>
  soundService(process.env.VERIFICATION_API_KEY ?? '')(request, nth)

beforeEach(() => app.service.answer(healthy))
afterEach(async () => {
  vi.useRealTimers()
  for (const step of undo.splice(0).reverse()) await step()
})
afterAll(async () => {
  stopServing()
  await app.stop()
})

/** How an installation differs from a healthy one. */
interface Planted {
  env?: Record<string, string>
  port?: number
  usesRealService?: true
  opens?: true
  instances?: string[]
}

async function complaints(planted: Planted): Promise<string[]> {
  const examination: Examination = {
    settings: {
      env: {
        ...definedEnvironment(),
        NODE_ENV: 'production',
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'app',
        OIDC_CLIENT_SECRET: 'secret',
        ...planted.env,
      },
      publicHost: 'localhost',
      port: planted.port ?? portOf(appUrl),
      sandboxPort: portOf(closedUrl),
      databasePort: portOf(databaseUrl),
      dataDir: '',
      startsDatabase: false,
      startsSandbox: !planted.usesRealService,
    },
    chosen: planted.env ?? {},
    nodeVersion: process.versions.node,
    opens: planted.opens ?? false,
    instances: planted.instances ?? [],
  }
  const said: string[] = []
  for await (const finding of examine(examination)) {
    const isReminder = finding.what.startsWith('Only opening an inquiry shows')
    if (finding.verdict !== 'right' && !isReminder) said.push(`${finding.what}\n${finding.advice}`)
  }
  return said
}

const definedEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
  )
const portOf = (url: string) => Number(new URL(url).port)
const named = (database: string) =>
  Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href

async function run(statements: string, url = databaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** A migrated database of its own, changed by hand. */
async function changedDatabase(statements: string): Promise<Planted> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  await run(`CREATE DATABASE ${name} TEMPLATE pristine`, named('template1'))
  await run(statements.replaceAll('THIS', name), named(name))
  return { env: { DATABASE_URL: named(name) } }
}

async function pooled(...settings: string[]): Promise<Planted> {
  const pooler = await startPgBouncer(databaseUrl, settings)
  undo.push(pooler.stop)
  return { env: { DATABASE_URL: pooler.url } }
}
const IGNORED =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

/** Sends the app what the service would send, signed with the secret. */
function deliver(secret: string): Promise<Response> {
  const body = JSON.stringify({
    id: randomUUID(),
    type: 'inquiry.approved',
    createdAt: new Date().toISOString(),
    data: { inquiryId: randomUUID() },
  })
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return fetch(`${appUrl}/api/webhooks/verification`, {
    method: 'POST',
    body,
    headers: { [SIGNATURE_HEADER]: `sha256=${digest}`, [DELIVERY_ID_HEADER]: randomUUID() },
  })
}

/** The running app reads one inquiry, as it does all day. */
async function readOne(answer?: (inquiryId: string) => ScriptedAnswer): Promise<void> {
  const { id, inquiryId } = await insertOpenInquiry()
  undo.push(
    () => db().inquiry.deleteMany(),
    () => db().serviceGate.deleteMany(),
  )
  if (answer)
    app.service.answer((request, nth) =>
      inquiryId && request.path.includes(inquiryId) ? answer(inquiryId) : healthy(request, nth),
    )
  expect(await readAtOnce(id, 3_000)).toBe(true)
}

const OTHER_KEY = `svc_live_${'n'.repeat(32)}`
const NOT_HTTPS = /is not HTTPS\n.*https:\/\//

interface Mistake {
  mistake: string
  plant: () => Promise<Planted> | Planted
  /** Each complaint: what is wrong, and how to cure it. */
  found: RegExp[]
  needsPgBouncer?: true
}

const MISTAKES: Mistake[] = [
  {
    mistake: 'the webhook secret was rotated at the service',
    plant: async () => {
      undo.push(
        () => db().rejectedDelivery.deleteMany(),
        () => db().webhookEvent.deleteMany(),
      )
      await deliver(process.env.VERIFICATION_WEBHOOK_SECRET ?? '')
      await deliver('whsec_the_new_one_after_the_rotation')
      await flushRejectedDeliveries()
      await expect.poll(() => db().rejectedDelivery.count()).toBeGreaterThan(0)
      return {}
    },
    found: [
      /signed with another secret.*last good one came at 2\d{3}.*\n.*rotated.*set VERIFICATION_WEBHOOK_SECRET/,
    ],
  },
  {
    mistake: 'the endpoint was deleted at the service',
    plant: async () => {
      await readOne((inquiryId) => ({ body: { inquiryId, status: 'APPROVED' } }))
      await run(`UPDATE "StatusChange" SET "at" = "at" - interval '20 minutes'`)
      return {}
    },
    found: [
      /1 decisions since .* without an event; none was ever good\n.*endpoint still exists.*subscribes/,
    ],
  },
  {
    mistake: 'the running app has a revoked key, and .env a good one',
    plant: async () => {
      app.service.answer(soundService(OTHER_KEY))
      await readOne()
      return { env: { VERIFICATION_API_KEY: OTHER_KEY } }
    },
    found: [
      /refused the API key of a running app.*\n.*restart every instance/,
      /runs with another VERIFICATION_API_KEY than .env\n.*restart every instance/,
    ],
  },
  {
    mistake: 'the OpenID Connect issuer does not answer',
    plant: () => ({ env: { OIDC_ISSUER: closedUrl } }),
    found: [/OpenID Connect issuer .* does not answer \(ECONNREFUSED\)\n.*Check OIDC_ISSUER/],
  },
  {
    mistake: 'another site stands at the address of the OpenID Connect issuer',
    plant: () => ({ env: { OIDC_ISSUER: app.service.url } }),
    found: [/no OpenID Connect issuer at .*HTTP 401.*\n.*before \/.well-known/],
  },
  {
    mistake: 'calls are paused for a year',
    plant: async () => {
      const pausedUntil = new Date(Date.now() + 365 * 24 * 3_600_000)
      await db().serviceGate.create({ data: { id: 1, pausedUntil, pauseReason: 'RATE_LIMITED' } })
      undo.push(() => db().serviceGate.deleteMany())
      return {}
    },
    found: [
      /calls to the service are paused until 2\d{3}-.*\n.*UPDATE "ServiceGate" SET "pausedUntil" = NULL/,
    ],
  },
  {
    mistake: 'a column was dropped by hand',
    plant: () => changedDatabase('ALTER TABLE "Inquiry" DROP COLUMN "portalDecidedAt"'),
    found: [/no column Inquiry.portalDecidedAt\n.*ADD COLUMN "portalDecidedAt" TIMESTAMPTZ\(3\);/],
  },
  {
    mistake: 'an index was dropped by hand, and harmless ones were added',
    plant: () =>
      changedDatabase(
        'DROP INDEX "Inquiry_standing_grant_key"; CREATE TABLE mine (a int); CREATE INDEX ON "Inquiry" ("createdAt")',
      ),
    found: [/tables differ.*\n.*: CREATE UNIQUE INDEX "Inquiry_standing_grant_key" [^;]*;$/],
  },
  {
    mistake: 'the role may only read',
    plant: async () => {
      await run(
        `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
      )
      return { env: { DATABASE_URL: databaseUrl.replace('postgres:postgres', 'reader:reader') } }
    },
    found: [
      /role "reader" lacks INSERT, UPDATE, DELETE on AccountOpening, .*\n.*GRANT SELECT, INSERT.* TO "reader"/,
    ],
  },
  {
    mistake: 'the server is read-only',
    plant: () => changedDatabase('ALTER DATABASE THIS SET default_transaction_read_only = on'),
    found: [/database is read-only.*\n.*RESET default_transaction_read_only/],
  },
  {
    mistake: 'one of two instances behind the balancer is down',
    plant: async () => {
      const balancer = await balance([closedUrl, appUrl])
      return { port: portOf(balancer), env: { NEXTAUTH_URL: balancer } }
    },
    found: [
      /PORT \d+ is a balancer.*is down \(HTTP 502\)\n.*Start that instance/,
      /4 of 8 requests .* fail \(HTTP 502\): one of several instances is down\n.*--instance.*restart it/,
      // One of the requests of each check after them meets it, too.
      /HTTP 502/,
    ],
  },
  {
    mistake: 'an instance that the balancer leaves out is down',
    plant: () => ({ instances: [appUrl, closedUrl] }),
    found: [/The instance .* is down \(ECONNREFUSED\)\n.*Start it/],
  },
  {
    mistake: 'a published secret is used in public',
    // The one in .env.example.
    plant: () => ({
      env: {
        NEXTAUTH_URL: 'https://shop.example',
        CRON_SECRET: 'UXBu_2aAkFpGy7pJrNkH_UsFeiBANw7W',
      },
    }),
    found: [/CRON_SECRET is published.*\n.*openssl rand -base64 32/, /rest was not checked/],
  },
  {
    mistake: 'the builds have no action key, and the public address no TLS',
    plant: () => ({ env: { NEXTAUTH_URL: appUrl.replace('127.0.0.1', '0.0.0.0') } }),
    found: [
      /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is missing.*\n.*openssl rand -base64 32.*every build/,
      /NEXTAUTH_URL .* is not HTTPS\n.*put TLS in front/,
      NOT_HTTPS,
    ],
  },
  {
    mistake: 'the pooler refuses the start-up parameters',
    needsPgBouncer: true,
    plant: () => pooled('pool_mode = transaction'),
    found: [
      /refuses the start-up parameter statement_timeout.*\n.*ignore_startup_parameters = statement_timeout,lock.*ALTER ROLE/,
    ],
  },
  {
    mistake: 'the pooler has no prepared statements in transaction mode',
    needsPgBouncer: true,
    plant: () => pooled('pool_mode = transaction', IGNORED),
    found: [
      /mixes up the clients' prepared statements\n.*1.21 or newer with max_prepared_statements = 200/,
    ],
  },
  {
    mistake: 'the pooler pools statements',
    needsPgBouncer: true,
    plant: () => pooled('pool_mode = statement', IGNORED),
    found: [/allows no transactions.*\n.*pool_mode = transaction/],
  },
  {
    mistake: 'the pooler ignores the limits, and the role has none',
    needsPgBouncer: true,
    plant: () => pooled('pool_mode = session', IGNORED),
    found: [
      /doesn't enforce idle_in_transaction_session_timeout, lock_timeout, statement_timeout\n.*ALTER ROLE … SET lock_timeout = 2000;/,
    ],
  },
  {
    mistake: 'the connection to a database elsewhere has no TLS',
    plant: () => ({ env: { DATABASE_URL: databaseUrl.replace('127.0.0.1', '0.0.0.0') } }),
    found: [/database at 0.0.0.0:\d+ is not encrypted\n.*sslmode=verify-full/],
  },
  {
    mistake: 'the clock of the service is off',
    plant: () => {
      app.service.answer(async (request, nth) => ({
        ...Object(await healthy(request, nth)),
        headers: {
          'content-type': 'text/javascript',
          date: new Date(Date.now() - 60_000).toUTCString(),
        },
      }))
      return {}
    },
    found: [/clock of the service is \d+ s behind this machine's\n.*NTP/],
  },
  {
    mistake: 'the clock of this machine is off',
    plant: () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
      return {}
    },
    found: [
      /clock of the database is \d+ s behind this machine's\n.*NTP/,
      /clock of the service is \d+ s behind this machine's\n.*NTP/,
    ],
  },
  {
    mistake: 'the service refuses the key, of the running app as well',
    plant: () => {
      app.service.answer(soundService(OTHER_KEY))
      return {}
    },
    found: [/refuses VERIFICATION_API_KEY \(A4\)\n.*create a key in the service's portal/],
  },
  {
    mistake: 'the template is not published',
    plant: () => {
      app.service.answer((request, nth) =>
        request.method === 'POST'
          ? { status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }
          : healthy(request, nth),
      )
      return { opens: true }
    },
    found: [/opens no inquiry.*TEMPLATE_REVISION_NOT_PUBLISHED.*\n.*Publish it in the portal/],
  },
  {
    mistake: 'the database is down',
    plant: () => ({
      env: { DATABASE_URL: `postgresql://someone:hidden@${new URL(closedUrl).host}/merchant` },
    }),
    found: [/^(?!.*hidden).*cannot be used \(ECONNREFUSED\)\n.*start the server/],
  },
  {
    mistake: 'the password for the database is wrong',
    plant: () => ({ env: { DATABASE_URL: databaseUrl.replace(':postgres@', ':wrong@') } }),
    found: [/cannot be used \(28P01\)\nUser or password in DATABASE_URL is wrong/],
  },
  {
    mistake: 'a migration is pending',
    plant: async () => {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await run(`CREATE DATABASE ${name}`, named('template1'))
      return { env: { DATABASE_URL: named(name) } }
    },
    found: [/Migrations are pending: \d{14}_.*\nRun: npm run db:migrate/],
  },
  {
    mistake: "the demo's staff can sign in next to the real service, to which HTTP is no address",
    plant: async () => {
      await db().user.create({ data: { email: 'admin@example.com', name: 'Demo', role: 'ADMIN' } })
      undo.push(() => db().user.deleteMany())
      return { usesRealService: true }
    },
    found: [/demo's staff can sign in: admin@example.com\n.*deactivate them/, NOT_HTTPS],
  },
  {
    mistake: 'nobody was invited',
    plant: () => ({ usesRealService: true }),
    found: [/Nobody can sign in as staff\n.*npm run staff:invite/, NOT_HTTPS],
  },
  {
    mistake: 'the webhook secret in .env is not that of the running app',
    plant: () => ({ env: { VERIFICATION_WEBHOOK_SECRET: 'whsec_of_somebody_else_entirely' } }),
    found: [/endpoint rejects the signature \(Wrong secret or altered body\)\n.*restart it/],
  },
  {
    mistake: 'the webhook secret has another form than in the running app (N15)',
    plant: () => ({ env: { VERIFICATION_WEBHOOK_SECRET_FORM: 'base64' } }),
    found: [/endpoint rejects the signature \(Right secret, wrong form\)\n.*restart it/],
  },
  {
    mistake: 'a Secure cookie is set over HTTP',
    plant: async () => ({
      env: {
        NEXTAUTH_URL: await serveApp(
          '__Host-next-auth.csrf-token=t; Path=/; HttpOnly; Secure; SameSite=Lax',
        ),
      },
    }),
    found: [/Secure although the address is HTTP.*\n.*restart it/],
  },
  {
    mistake: 'the policy blocks the document images',
    plant: () => ({ env: { VERIFICATION_ARTIFACT_ORIGINS: 'https://images.example' } }),
    found: [/policy blocks https:\/\/images.example \(img-src\)\n.*restart it/i],
  },
  {
    mistake: 'another program has the port',
    plant: async () => ({ port: portOf(await serve(async () => new Response('hello'))) }),
    found: [/PORT \d+ is taken by another program\nStop what uses the port/],
  },
]

test('a healthy installation gets no complaint', async () => {
  expect(await complaints({ opens: true, instances: [appUrl] })).toEqual([])
})

test('at least twenty mistakes are planted without a pooler', () => {
  expect(MISTAKES.filter(({ needsPgBouncer }) => !needsPgBouncer).length).toBeGreaterThanOrEqual(20)
})

test.for(MISTAKES.map((each) => [each.mistake, each] as const))(
  '%s: named with its cure',
  async ([, { plant, found, needsPgBouncer }], { skip }) => {
    if (needsPgBouncer) skip(!hasPgBouncer, 'there is no PgBouncer here')
    const said = await complaints(await plant())
    for (const expected of found) expect(said).toContainEqual(expect.stringMatching(expected))
    expect(said.filter((each) => !found.some((expected) => expected.test(each)))).toEqual([])
  },
)
