// Makes each fault for real: in PostgreSQL, in front of the app's own handlers, or at a scripted service. All checks run, and must
// report exactly that fault with its fix, and no secret.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createPooler } from 'node:net'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { POST as receiveWebhook } from '../app/api/webhooks/verification/route.ts'
import { db } from '../lib/database/db.ts'
import { metrics } from '../lib/runtime/metrics.ts'
import { type Script, startScriptedService } from '../lib/testing/scripted-service.ts'
import { counted, startTestApp, WEBHOOK_SECRET } from '../lib/testing/test-app.ts'
import { examine } from './doctor/examine.ts'
import { findFreePort } from './ports.ts'
import { startTestDatabase } from './test-database.ts'

// Without a Next server, nothing would run callbacks after a response.
vi.mock('next/server', async (load) => ({ ...(await load<object>()), after: () => {} }))

const app = await startTestApp()
const issuer = await startScriptedService()
const down = `http://127.0.0.1:${await findFreePort()}`
const port = await findFreePort()

/** Changes a request's headers as a proxy in front of the app would, or answers in its place. */
let passOn: (headers: Headers) => Response | undefined
const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', url = '/' } = incoming
  const headers = new Headers(Object.entries(incoming.headers).map(([k, v]) => [k, String(v)]))
  const answered = passOn(headers)
  const body = method === 'POST' ? new Uint8Array(await buffer(incoming)) : null
  const request = new Request(`http://internal${url}`, { method, headers, body })
  const response = answered ?? (await receiveWebhook(request))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}).listen(port, '127.0.0.1')

const { DATABASE_URL = '', VERIFICATION_API_KEY: KEY } = process.env
const healthy = {
  ...process.env,
  NODE_ENV: 'production',
  NEXTAUTH_URL: `http://127.0.0.1:${port}`,
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: 'app',
  OIDC_CLIENT_SECRET: 'secret-of-the-app',
  OIDC_ROLE_CLAIM: 'groups',
  STAFF_SIGN_IN: 'oidc',
}
const soundService: Script = ({ method, headers, path }) => {
  if (path === '/sdk/v1.js') return { headers: { 'content-type': 'text/javascript' }, body: '' }
  if (headers['x-api-key'] !== KEY) return { status: 401, body: {} }
  if (method === 'POST') return { status: 201, body: { inquiryId: randomUUID() } }
  return { status: 404, body: {} }
}
const signingWith =
  (...algorithms: string[]): Script =>
  () => ({
    body: {
      authorization_endpoint: 'https://id.example/authorize',
      token_endpoint: 'https://id.example/token',
      id_token_signing_alg_values_supported: algorithms,
    },
  })

afterAll(async () => {
  server.close().closeAllConnections()
  await Promise.all([issuer.stop(), app.stop()])
})

type Variables = Record<string, string>
/** @returns the environment variables that differ from the healthy installation */
type Plant = () => Variables | Promise<Variables>

/** Makes the service give this answer to requests for this path or with this method, and normal answers to others. */
const serviceAnswers = (part: string, answer: object) => () => {
  app.service.answer((request, nth) =>
    request.path.includes(part) || request.method === part ? answer : soundService(request, nth),
  )
  return {}
}
const issuerAnswers = (script: Script) => () => {
  issuer.answer(script)
  return {}
}
const proxiesDo = (change: typeof passOn) => () => {
  passOn = change
  return {}
}
const changed = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href

/** Makes a separate database and runs the SQL on it, where THIS stands for its name. */
const changedDatabase =
  (sql: string, parts: Partial<URL> = {}, variables: Variables = {}): Plant =>
  async () => {
    const { url, stop } = await startTestDatabase()
    onTestFinished(stop)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql.replaceAll('THIS', `"${new URL(url).pathname.slice(1)}"`))
    await client.end()
    return { DATABASE_URL: changed(url, parts), ...variables }
  }

/** An incident leaves its traces in the app's tables: an inquiry with these columns, and what the SQL adds. */
const inquiryWith =
  (columns: string, values: string, more = ''): Plant =>
  () =>
    changedDatabase(`
      INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openState", "openKey", "openBody", "correlationId", ${columns})
      VALUES (gen_random_uuid(), 'x-1', 'x', 'x', 'OPEN', gen_random_uuid(), '{}', gen_random_uuid(), ${values}); ${more}`)()

/** Incidents at the service, in the core system or in the database. The installation itself is healthy. */
function incidents(): typeof FAULTS {
  const paused = (reason: string, minutes: number) =>
    `INSERT INTO "ServiceGate" ("id", "pausedUntil", "pauseReason") VALUES (1, now() + interval '${minutes} min', '${reason}')`
  const soon = `now() + interval '1 min'`
  return {
    'a status route that answers 503': [
      inquiryWith('"lastError", "failingSince", "dueAt"', `'HTTP_503', now(), ${soon}`),
      /^Status reads of 1 inquiry have failed since .*HTTP 503.*Ask the service/,
    ],
    'opens that are answered with 500': [
      changedDatabase(`
        INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId", "lastError", "dueAt")
        VALUES (gen_random_uuid(), 'x-1', 'x', 'x', gen_random_uuid(), '{}', gen_random_uuid(), 'HTTP_500', ${soon})`),
      /^Requests to open 1 inquiry have failed since .*HTTP 500/,
    ],
    'a secret that was rotated at the service': [
      changedDatabase(
        `INSERT INTO "RejectedDelivery" ("id", "reason") VALUES (gen_random_uuid(), 'wrong_secret_or_altered_body')`,
      ),
      /^Every delivery since .* has been refused: 1, .*set VERIFICATION_WEBHOOK_SECRET/,
      /^1 delivery was refused/,
    ],
    'a 429 of ten minutes': [
      changedDatabase(paused('RATE_LIMITED', 10)),
      /^The service limits our calls \(HTTP 429\), so all calls are paused until/,
    ],
    'a key that the service refused': [
      changedDatabase(paused('KEY_REFUSED', 1)),
      /^The service has refused our API key.*Create a key/,
    ],
    'an endpoint that was deleted': [
      inquiryWith(
        '"status", "statusSince"',
        `'APPROVED', now() - interval '5 min'`,
        `INSERT INTO "WebhookEvent" ("id", "kind", "signedAt", "arrivedAt")
          SELECT gen_random_uuid(), 'inquiry.approved', now(), now() - interval '2 days'`,
      ),
      /^No event has arrived since .* of 1 customer changed.*the endpoint is registered/,
    ],
    'an openAccount that throws': [
      inquiryWith(
        '"status", "grantedAt", "accountError", "dueAt"',
        `'APPROVED', now(), 'CoreError', ${soon}`,
      ),
      /^openAccount fails \(CoreError\)\. 1 approved customer waits/,
    ],
    'events of unknown kinds': [
      changedDatabase(
        `INSERT INTO "WebhookEvent" ("id", "kind", "signedAt")
          SELECT gen_random_uuid(), 'inquiry.future', now() FROM generate_series(1, 500)`,
      ),
      /^500 events of unknown kinds arrived/,
    ],
    'a lock on the inquiries': [
      async () => {
        const variables = await changedDatabase('SELECT 1')()
        const client = new pg.Client({
          connectionString: variables.DATABASE_URL,
          application_name: 'nightly-report',
        })
        await client.connect()
        onTestFinished(() => client.end())
        await client.query('BEGIN; LOCK TABLE "Inquiry" IN ACCESS EXCLUSIVE MODE')
        return variables
      },
      /^The session \d+ \(application_name nightly-report, in its transaction for \d+ s\) holds a lock that \d+ wait for\. .*pg_terminate_backend/,
    ],
  }
}

const FAULTS: Record<string, [Plant, ...RegExp[]]> = {
  'an installation without a fault': [() => ({})],
  'a webhook secret that ends in a newline': [
    () => ({ VERIFICATION_WEBHOOK_SECRET: `${WEBHOOK_SECRET}\n` }),
    /^VERIFICATION_WEBHOOK_SECRET must not begin or end with .* Correct it in \.env/,
  ],
  'a public address without TLS': [
    () => ({ NEXTAUTH_URL: changed(healthy.NEXTAUTH_URL, { hostname: '0.0.0.0' }) }),
    /^NEXTAUTH_URL .* is not HTTPS.*Put TLS in front/,
  ],
  "the demo's secret with the real service": [
    () => ({ service: 'real', CRON_SECRET: 'UXBu_2aAkFpGy7pJrNkH_UsFeiBANw7W' }),
    /^CRON_SECRET is the published value.*openssl rand/,
    /^NEXTAUTH_URL .* is not HTTPS/,
  ],
  'a page on HTTPS whose pictures come without TLS': [
    () => ({
      NEXTAUTH_URL: changed(healthy.NEXTAUTH_URL, { protocol: 'https:' }),
      VERIFICATION_ARTIFACT_ORIGINS: 'http://pictures.internal',
    }),
    /^The SDK or the document images come from http:\/\/127/,
    /^The SDK or the document images come from http:\/\/pictures\.internal, .*Set https/,
    /can’t be reached/,
  ],
  'a database that is down': [
    () => ({ DATABASE_URL: changed(DATABASE_URL, { port: new URL(down).port }) }),
    /can’t be used: .*ECONNREFUSED.*\. Start the server/,
  ],
  'a pooler that refuses the limits': [
    async () => {
      const reason = 'unsupported startup parameter: statement_timeout'
      const fields = `SFATAL\0C08P01\0M${reason}\0\0`
      const length = Buffer.alloc(4)
      length.writeInt32BE(length.length + fields.length)
      const pooler = createPooler((socket) => {
        socket.once('data', () =>
          socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])),
        )
      })
      const port = await findFreePort()
      pooler.listen(port, '127.0.0.1')
      onTestFinished(() => void pooler.close())
      return { DATABASE_URL: changed(DATABASE_URL, { port: String(port) }) }
    },
    /can’t be used: unsupported startup parameter.* Set up the pooler/,
  ],
  'a limit that is not in force': [
    () => ({ DATABASE_URL: `${DATABASE_URL}&lock_timeout=0` }),
    /limits aren’t in force.* Set lock_timeout = 2000 with ALTER ROLE/,
  ],
  'a wrong password of the database': [
    () => ({ DATABASE_URL: changed(DATABASE_URL, { password: 'secret-but-wrong' }) }),
    /can’t be used: password authentication failed .*correct DATABASE_URL/,
  ],
  'a password of the database that is not percent-encoded': [
    () => ({ DATABASE_URL: 'postgresql://app:secret#1@db.example/app' }),
    /^DATABASE_URL contains a #.*# as %23/,
  ],
  'a proxy that Node doesn’t use': [
    () => {
      vi.stubEnv('HTTPS_PROXY', 'http://proxy.internal:3128')
      vi.stubEnv('NODE_USE_ENV_PROXY', '')
      return { VERIFICATION_SDK_URL: 'https://nowhere.invalid/v1.js' }
    },
    /nowhere\.invalid.*HTTPS_PROXY is set, but Node uses it only .* NODE_USE_ENV_PROXY=1/,
  ],
  'a service without TLS': [
    () => ({ VERIFICATION_BASE_URL: 'http://verify.example' }),
    /^VERIFICATION_BASE_URL must be https/,
  ],
  'no TLS to a database elsewhere': [
    () => ({ DATABASE_URL: changed(DATABASE_URL, { hostname: '0.0.0.0' }) }),
    /is reached without encryption\. Set sslmode=verify-full/,
  ],
  'an empty database': [
    changedDatabase('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
    /^Migrations are pending: \d{14}_.* Run: npm run db:migrate/,
  ],
  'a migration that was edited after it was applied': [
    changedDatabase(`UPDATE _prisma_migrations SET checksum = 'of another file'`),
    /^This database was made by another version \(\d{14}_.*--reset/,
  ],
  'a read-only database': [
    changedDatabase('ALTER DATABASE THIS SET default_transaction_read_only = on'),
    /refuses to write: .*read-only transaction.* reset default_transaction_read_only/,
  ],
  ...incidents(),
  'a role that may neither change nor delete': [
    changedDatabase(
      `CREATE ROLE adder LOGIN PASSWORD 'secret-of-adder';
      GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO adder`,
      { username: 'adder', password: 'secret-of-adder' },
    ),
    /refuses to write: permission denied.* GRANT SELECT, INSERT, UPDATE, DELETE/,
  ],
  'a role that may only read': [
    changedDatabase(
      `CREATE ROLE reader LOGIN PASSWORD 'secret-of-reader';
      GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
      { username: 'reader', password: 'secret-of-reader' },
    ),
    /refuses to write: permission denied for table .*GRANT SELECT, INSERT/,
  ],
  'a German datestyle, which is none because sessions override it': [
    changedDatabase(`ALTER DATABASE THIS SET datestyle = 'German, DMY'`),
  ],
  'a clock of this machine that is behind': [
    () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
      return {}
    },
    /clock of the database is \d+ s ahead of .*NTP/,
    /clock of the service is \d+ s ahead of .*NTP/,
  ],
  'a service that is down': [
    () => ({ VERIFICATION_BASE_URL: down }),
    /service at .* does not answer .*ECONNREFUSED.*\. Start it/,
  ],
  'another server in place of the service': [
    serviceAnswers('/api/', { status: 404 }),
    /is not the service\. .*missing or extra path/,
  ],
  'a key that the service refuses': [
    serviceAnswers('/api/', { status: 401, body: {} }),
    /refuses VERIFICATION_API_KEY \(A4\)\. .*create a key/,
  ],
  'a service at its rate limit': [
    serviceAnswers('/api/', { status: 429, body: {} }),
    /HTTP 429, so the key could not be checked\. Try again/,
  ],
  'a template that is not published': [
    serviceAnswers('POST', { status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }),
    /with this template \(TEMPLATE_REVISION_NOT_PUBLISHED\)\. Publish it/,
  ],
  'a page in place of the SDK': [
    serviceAnswers('/sdk/', { body: '<html>' }),
    /no script at VERIFICATION_SDK_URL .*text\/html.*Set the address/,
  ],
  'an issuer that is down': [
    () => ({ OIDC_ISSUER: down }),
    /issuer .* does not answer .*ECONNREFUSED.*\. Check OIDC_ISSUER/,
  ],
  'another site in place of the issuer': [
    issuerAnswers(() => ({ body: 'hello' })),
    /no OpenID Connect issuer at .*before \/\.well-known/,
  ],
  'an issuer that signs only with the client’s secret': [
    issuerAnswers(signingWith('HS256')),
    /Nobody can sign in .* with HS256, .*RS256 or ES256/,
  ],
  'an app that is down': [
    () => ({ NEXTAUTH_URL: down }),
    /app at .* can’t be reached .*ECONNREFUSED.*\. Start it/,
  ],
  'an app that runs with another webhook secret': [
    () => ({ VERIFICATION_WEBHOOK_SECRET: 'whsec_secret_of_somebody_else' }),
    /rejects an event signed with VERIFICATION_WEBHOOK_SECRET\. .*restart it/,
  ],
  'a proxy that redirects deliveries': [
    proxiesDo(() => new Response(null, { status: 308, headers: { location: '/elsewhere' } })),
    /redirects to \/elsewhere\. .*\(N9\)/,
  ],
  'another program at the address of the app': [
    proxiesDo(() => new Response('hello')),
    /answers HTTP 200, unlike this app\. Another program/,
  ],
}

test.for(Object.entries(FAULTS))('%s: reported with its fix', async ([, [plant, ...expected]]) => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  passOn = () => undefined
  app.service.answer(soundService)
  issuer.answer(signingWith('ES256', 'RS256'))
  const { service, ...variables } = await plant()
  const env = Object.fromEntries(
    Object.entries({ ...healthy, ...variables }).flatMap(([k, v]) => (v ? [[k, v]] : [])),
  )
  const problems: string[] = []
  const notes: string[] = []
  const installation = { env, startsSandbox: service !== 'real' }
  for await (const check of examine(installation, true)) {
    problems.push(...check.problems)
    notes.push(...check.notes)
  }

  expect(problems).toEqual(expected.map((each) => expect.stringMatching(each)))
  expect(notes.filter((note) => !/^(No|The last) event of the service/.test(note))).toEqual([])
  const secrets = [KEY, WEBHOOK_SECRET, env.CRON_SECRET, env.NEXTAUTH_SECRET, 'secret-', 'secret#']
  for (const secret of secrets) expect(problems.join('\n')).not.toContain(secret)
  for (const outcome of ['recorded', 'duplicate'])
    expect(await counted('webhook_deliveries_total', { outcome })).toBe(0)
  for (const { value } of (await metrics().rejections.get()).values) expect(value).toBe(0)
  expect(await db().webhookEvent.count()).toBe(0)
  expect(await db().rejectedDelivery.count()).toBe(0)
})

test.each([
  [{ deprecation: '@1767225600', sunset: 'Tue, 30 Jun 2026 00:00:00 GMT' }, 'on 2026-06-30'],
  [{ deprecation: 'true' }, 'doesn’t say when it ends'],
])(
  'the end of the version, announced as %j, is a note and no problem (N35)',
  async (headers, end) => {
    passOn = () => undefined
    issuer.answer(signingWith('ES256'))
    app.service.answer(async (request, nth) => {
      const answer = await soundService(request, nth)
      return typeof answer === 'string'
        ? answer
        : { ...answer, headers: { ...answer.headers, ...headers } }
    })
    const checks = []
    for await (const check of examine({ env: healthy, startsSandbox: true }, true))
      checks.push(check)
    expect(checks.flatMap(({ problems }) => problems)).toEqual([])
    const notes = checks.flatMap((check) => check.notes)
    expect(notes).toEqual([expect.stringMatching(/^No event/), expect.stringContaining(end)])
  },
)
