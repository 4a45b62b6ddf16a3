// Each fault is really made: in PostgreSQL, in front of the app's own handlers, or at a scripted service. All checks run, and must
// report that fault with its fix, nothing else, and no secret.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { NextRequest } from 'next/server'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { POST as receiveWebhook } from '../app/api/webhooks/verification/route.ts'
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../lib/testing/scripted-service.ts'
import { startTestApp, type TestApp } from '../lib/testing/test-app.ts'
import { testEnvironment } from '../lib/testing/test-environment.ts'
import { proxy } from '../proxy.ts'
import { startRealTestDatabase } from './database/real-test-database.ts'
import { examine } from './doctor/examine.ts'
import { findFreePort } from './ports.ts'

const KEY = testEnvironment('').VERIFICATION_API_KEY

let app: TestApp
let issuer: ScriptedService
let closedUrl: string
let closePort: () => void
/** What the proxies in front of the app do to a request's headers, or their own answer. */
let passOn: (headers: Headers) => Response | undefined

const soundService: Script = ({ method, headers, path }) => {
  if (path === '/sdk/v1.js') return { headers: { 'content-type': 'text/javascript' }, body: '' }
  if (headers['x-api-key'] !== KEY) return { status: 401, body: {} }
  if (method === 'POST') return { status: 201, body: { inquiryId: randomUUID() } }
  return { status: 404, body: {} }
}
const discovery = (...algorithms: string[]): Script => {
  const endpoints = {
    authorization_endpoint: 'https://id.example',
    token_endpoint: 'https://id.example',
  }
  return () => ({ body: { ...endpoints, id_token_signing_alg_values_supported: algorithms } })
}

beforeAll(async () => {
  app = await startTestApp(startRealTestDatabase)
  issuer = await startScriptedService()
  closedUrl = `http://127.0.0.1:${await findFreePort()}`
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const headers = new Headers(Object.entries(incoming.headers).map(([k, v]) => [k, String(v)]))
    const body = method === 'POST' ? new Uint8Array(await buffer(incoming)) : null
    const answered = passOn(headers)
    const request = new Request(`http://internal${url}`, { method, headers, body })
    const isPage = !url.startsWith('/api/')
    const response =
      answered ?? (await (isPage ? proxy(new NextRequest(request)) : receiveWebhook(request)))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closePort = () => server.close().closeAllConnections()
  process.env.NEXTAUTH_URL = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  closePort()
  await Promise.all([issuer.stop(), app.stop()])
})

interface Planted {
  env?: Record<string, string>
  usesRealService?: true
}

async function examined({ env = {}, usesRealService }: Planted = {}): Promise<string[]> {
  const oidc = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'app', OIDC_CLIENT_SECRET: 'of-the-app' }
  const variables = { ...process.env, NODE_ENV: 'production', ...oidc, ...env }
  const given = Object.entries(variables).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))
  const installation = {
    env: Object.fromEntries(given),
    startsDatabase: false,
    startsSandbox: !usesRealService,
  }
  const problems: string[] = []
  for await (const each of examine(installation, true)) problems.push(...each.problems)
  return problems
}

const changedUrl = (change: (url: URL) => void): Planted => {
  const url = new URL(process.env.DATABASE_URL ?? '')
  change(url)
  return { env: { DATABASE_URL: url.href } }
}

/** A database of its own, changed by hand. THIS is its name. */
async function changedDatabase(
  sql: string,
  change: (url: URL) => void = () => {},
): Promise<Planted> {
  const { url, stop } = await startRealTestDatabase()
  onTestFinished(stop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql.replaceAll('THIS', `"${new URL(url).pathname.slice(1)}"`))
  await client.end()
  const changed = new URL(url)
  change(changed)
  return { env: { DATABASE_URL: changed.href } }
}

const service = (script: Script): Planted => {
  app.service.answer(script)
  return {}
}
const proxies = (change: typeof passOn): Planted => {
  passOn = change
  return {}
}

const FAULTS: [string, () => Planted | Promise<Planted>, ...RegExp[]][] = [
  ['nothing', () => ({})],
  [
    'a key that is too short',
    () => ({ env: { VERIFICATION_API_KEY: 'svc_live_secret' } }),
    /VERIFICATION_API_KEY must be svc_live_ and 32/,
  ],
  [
    'a webhook secret that ends in a newline',
    () => ({
      env: { VERIFICATION_WEBHOOK_SECRET: `${testEnvironment('').VERIFICATION_WEBHOOK_SECRET}\n` },
    }),
    /VERIFICATION_WEBHOOK_SECRET must not begin or end with a space or a line break\. Correct it/,
  ],
  [
    'a public address without TLS',
    () => ({
      env: { NEXTAUTH_URL: (process.env.NEXTAUTH_URL ?? '').replace('127.0.0.1', '0.0.0.0') },
    }),
    /NEXTAUTH_URL .* is not HTTPS.*Put TLS in front/,
  ],
  [
    'published secrets with the real service',
    () => ({
      usesRealService: true,
      env: { HOSTNAME: '127.0.0.1', CRON_SECRET: 'UXBu_2aAkFpGy7pJrNkH_UsFeiBANw7W' },
    }),
    /CRON_SECRET is the published value.*openssl rand/,
    /is not HTTPS/,
  ],

  [
    'a database that is down',
    () => changedUrl((url) => Object.assign(url, { port: new URL(closedUrl).port })),
    /can’t be used \(ECONNREFUSED\)\. Nothing listens there/,
  ],
  [
    'a wrong password',
    () => changedUrl((url) => Object.assign(url, { password: 'wrong-one' })),
    /\(28P01\)\. User or password in DATABASE_URL is wrong/,
  ],
  [
    'a password with a # that is not encoded',
    () => ({ env: { DATABASE_URL: 'postgresql://app:half#secret@db.example/app' } }),
    /can’t read DATABASE_URL\. Percent-encode/,
  ],
  [
    'no TLS to a database elsewhere',
    () => changedUrl((url) => Object.assign(url, { hostname: '0.0.0.0' })),
    /reached without encryption\. Set sslmode=verify-full/,
  ],
  [
    'an empty database',
    () => changedDatabase('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
    /Migrations are pending: \d{14}_.*Run: npm run db:migrate/,
  ],
  [
    'a migration that was edited since',
    () =>
      changedDatabase(
        `UPDATE _prisma_migrations SET checksum = 'other' WHERE started_at = (SELECT min(started_at) FROM _prisma_migrations)`,
      ),
    /migrations of another version: \d{14}_\w+\..*--reset/,
  ],
  [
    'a read-only database',
    () => changedDatabase('ALTER DATABASE THIS SET default_transaction_read_only = on'),
    /is read-only.*RESET default_transaction_read_only/,
  ],
  [
    'a role that may only read',
    () =>
      changedDatabase(
        "CREATE ROLE reader LOGIN PASSWORD 'of-reader'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
        (url) => Object.assign(url, { username: 'reader', password: 'of-reader' }),
      ),
    /lacks privileges on .*Inquiry \(DELETE, INSERT, UPDATE\).*GRANT SELECT, INSERT/,
  ],
  [
    'a German datestyle, which sessions override',
    () => changedDatabase("ALTER DATABASE THIS SET datestyle = 'German, DMY'"),
  ],
  [
    'serializable transactions by default',
    () => changedDatabase("ALTER DATABASE THIS SET default_transaction_isolation = 'serializable'"),
    /need read committed: run ALTER ROLE/,
  ],
  [
    'a pause after a refused key',
    () =>
      changedDatabase(
        `INSERT INTO "ServiceGate" ("id", "pausedUntil", "pauseReason") VALUES (1, now() + interval '10 minutes', 'KEY_REFUSED')`,
      ),
    /paused its calls .*\(KEY_REFUSED\)\..*restart every instance/,
  ],
  [
    "the demo's staff with the real service",
    async () => ({
      ...(await changedDatabase(
        `INSERT INTO "User" ("id", "email", "name", "role", "updatedAt") VALUES (gen_random_uuid(), 'admin@example.com', 'Demo', 'ADMIN', now())`,
      )),
      usesRealService: true,
    }),
    /demo's staff can sign in: admin@example\.com.*deactivate/,
    /is not HTTPS/,
  ],
  [
    'a clock of this machine that is behind',
    () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
      return {}
    },
    /clock of the database is \d+ s ahead of.*NTP/,
    /clock of the service is \d+ s ahead of.*NTP/,
  ],

  [
    'a service that is down',
    () => ({ env: { VERIFICATION_BASE_URL: closedUrl } }),
    /service at .* does not answer \(ECONNREFUSED\)/,
  ],
  [
    'another server in place of the service',
    () =>
      service(({ path }, nth) =>
        path.startsWith('/sdk')
          ? soundService({ path, method: 'GET', headers: {}, body: '' }, nth)
          : { status: 404 },
      ),
    /is not the service.*missing or extra path/,
  ],
  [
    'a refused key',
    () => service((request, nth) => soundService({ ...request, headers: {} }, nth)),
    /refuses VERIFICATION_API_KEY \(A4\)\..*create a key/,
  ],
  [
    'a rate limit',
    () =>
      service((request, nth) =>
        request.path.startsWith('/sdk') ? soundService(request, nth) : { status: 429, body: {} },
      ),
    /HTTP 429, so the key could not be checked/,
  ],
  [
    'a template that is not published',
    () =>
      service((request, nth) =>
        request.method === 'POST'
          ? { status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }
          : soundService(request, nth),
      ),
    /TEMPLATE_REVISION_NOT_PUBLISHED\)\. Publish it/,
  ],
  [
    'a page in place of the SDK',
    () =>
      service((request, nth) =>
        request.path.startsWith('/sdk') ? { body: '<html>' } : soundService(request, nth),
      ),
    /no script at .*text\/html/,
  ],

  [
    'an issuer that is down',
    () => ({ env: { OIDC_ISSUER: closedUrl } }),
    /issuer .* does not answer \(ECONNREFUSED\)\. Check OIDC_ISSUER/,
  ],
  [
    'another site in place of the issuer',
    () => {
      issuer.answer(() => ({ body: 'hello' }))
      return {}
    },
    /no OpenID Connect issuer at .*before \/\.well-known/,
  ],
  [
    'an issuer that signs only with ES256',
    () => {
      issuer.answer(discovery('ES256'))
      return {}
    },
    /Nobody can sign in .* with ES256, and the app accepts only RS256/,
  ],

  [
    'an app that is down',
    () => ({ env: { NEXTAUTH_URL: closedUrl } }),
    /app at .* can’t be reached \(ECONNREFUSED\)\. Start it/,
  ],
  [
    'an app with another webhook secret',
    () => ({ env: { VERIFICATION_WEBHOOK_SECRET: 'whsec_of_somebody_else_entirely' } }),
    /rejects an event signed with .*restart it/,
  ],
  [
    'a proxy that redirects deliveries',
    () => proxies(() => new Response(null, { status: 308, headers: { location: '/elsewhere' } })),
    /redirects to \/elsewhere\. .*\(N9\)/,
  ],
  [
    'another program at the address of the app',
    () => proxies(() => new Response('hello')),
    /answers HTTP 200, unlike this app/,
  ],
  [
    'proxies that append to X-Forwarded-Host',
    () =>
      proxies(
        (headers) => void headers.set('x-forwarded-host', `${headers.get('host')}, lb.internal`),
      ),
    /Forms are refused \(HTTP 403\).*Host: 127\.0\.0\.1:\d+/,
  ],
  [
    'a proxy that rewrites the host',
    () => proxies((headers) => void headers.set('host', 'app:3000')),
    /Forms are refused \(HTTP 403\)/,
  ],
]

test.for(FAULTS)('%s is reported with its fix', async ([, plant, ...expected]) => {
  onTestFinished(() => void vi.useRealTimers())
  passOn = () => undefined
  app.service.answer(soundService)
  issuer.answer(discovery('ES256', 'RS256'))
  const planted = await plant()
  const problems = await examined(planted)
  expect(problems).toEqual(expected.map((each) => expect.stringMatching(each)))
  const secrets = Object.values({ ...testEnvironment(''), ...planted.env }).filter((each) =>
    /^(svc_live|whsec)_|secret/.test(each),
  )
  for (const secret of [...secrets, 'half', 'wrong-one', 'of-reader', 'of-the-app'])
    expect(problems.join()).not.toContain(secret.trim())
})
