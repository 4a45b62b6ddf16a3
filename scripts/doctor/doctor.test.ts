// Each test breaks one thing for real: a database, an HTTP server, the app's own handlers.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { NextRequest } from 'next/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { POST as receiveWebhook } from '../../app/api/webhooks/verification/route.ts'
import { db } from '../../lib/db.ts'
import { type Env, parseEnv } from '../../lib/env.ts'
import type { Script } from '../../lib/testing/scripted-service.ts'
import { startTestApp, type TestApp } from '../../lib/testing/test-app.ts'
import { proxy } from '../../proxy.ts'
import { startEmptyDatabase } from '../database/test-database.ts'
import { findFreePort } from '../ports.ts'
import { checkBrowserSide } from './browser.ts'
import { checkDatabase } from './database.ts'
import { checkEnvironment, checkOrigins, checkSecrets } from './environment.ts'
import { checkNode } from './node.ts'
import { checkPorts } from './ports.ts'
import { checkSdk } from './sdk.ts'
import { checkService } from './service.ts'
import { checkWebhook } from './webhook.ts'

let app: TestApp
let env: Env
const servers: Server[] = []

beforeAll(async () => {
  app = await startTestApp()
  process.env.NEXTAUTH_URL = await serveApp()
  env = parseEnv(process.env)
})
afterAll(() => app.stop())
afterEach(() => app.service.answer(soundService))

/** As in the contract: a wrong key is refused first, the right one finds no such inquiry. */
const soundService: Script = ({ method, headers, path }) => {
  if (path === '/sdk/v1.js') return { headers: { 'content-type': 'text/javascript' }, body: '' }
  if (headers['x-api-key'] !== env.VERIFICATION_API_KEY) return { status: 401, body: {} }
  return method === 'POST'
    ? { status: 201, body: { inquiryId: randomUUID() } }
    : { status: 404, body: {} }
}

/** The app's own webhook handler and policy on a real socket, with the cookie that next-auth sets over HTTP. */
function serveApp(setCookie = 'next-auth.csrf-token=t; Path=/; HttpOnly; SameSite=Lax') {
  return serve(async (request) => {
    if (request.url.endsWith('/api/auth/csrf'))
      return Response.json({}, { headers: { 'set-cookie': setCookie } })
    return request.method === 'POST' ? receiveWebhook(request) : proxy(new NextRequest(request))
  })
}

async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = method === 'POST' ? new Uint8Array(await buffer(incoming)) : null
    const init = {
      method,
      headers: Object.entries(headers).map(([k, v]): [string, string] => [k, String(v)]),
      body,
    }
    const response = await handle(new Request(`http://localhost${url}`, init))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterAll(() => {
  for (const server of servers) server.close()
})

const database = (url = env.DATABASE_URL, usesSandbox = true) =>
  checkDatabase({ url, embedded: false, usesSandbox })
const service = (changes: Partial<Env> = {}, opens = false) =>
  checkService({ env: { ...env, ...changes }, usesSandbox: false, opens })
const wrong = (what: string) =>
  expect.objectContaining({ verdict: 'wrong', what: expect.stringContaining(what) })
const isWrong = ({ verdict }: { verdict: string }) => verdict === 'wrong'

test('a sound installation has no findings', async () => {
  app.service.answer(soundService)
  const findings = [
    checkNode(process.versions.node),
    ...checkEnvironment(process.env).findings,
    ...checkSecrets(env, {}, false),
    ...checkOrigins(env),
    ...(await database()),
    ...(await service({}, true)),
    await checkSdk(env),
    ...(await checkWebhook(env, true)),
    ...(await checkBrowserSide(env)),
  ]
  expect(findings.filter(({ verdict }) => verdict !== 'right')).toEqual([])
  expect(findings.length).toBeGreaterThan(12)
})

test('an old Node is reported with the version to install', () => {
  expect(checkNode('20.18.3')).toMatchObject({
    verdict: 'wrong',
    advice: expect.stringContaining('20.19'),
  })
})

test('a port that another program holds is reported', async () => {
  const stranger = await serve(async () => new Response('hello'))
  const findings = await checkPorts({
    port: Number(new URL(stranger).port),
    sandboxPort: await findFreePort(),
    startsSandbox: true,
  })
  expect(findings.filter(isWrong)).toEqual([wrong('taken by another program')])
})

test('the sandbox is recognised by what it serves', async () => {
  const sandbox = await serve(async ({ url }) =>
    url.endsWith('/openapi.json')
      ? Response.json({ openapi: '3.1.0', paths: { '/api/v1/customer/inquiries': {} } })
      : new Response(null, { status: 404 }),
  )
  const [, finding] = await checkPorts({
    port: await findFreePort(),
    sandboxPort: Number(new URL(sandbox).port),
    startsSandbox: true,
  })
  expect(finding).toMatchObject({ verdict: 'right' })
})

test('every wrong variable is named, without its value', () => {
  const { env: parsed, findings } = checkEnvironment({
    ...process.env,
    VERIFICATION_API_KEY: 'svc_live_short-and-secret',
    CRON_SECRET: undefined,
  })
  expect(parsed).toBeNull()
  expect(findings).toEqual([wrong('VERIFICATION_API_KEY'), wrong('CRON_SECRET is missing')])
  expect(JSON.stringify(findings)).not.toContain('short-and-secret')
})

test('a published secret is wrong with the real service and fine with the sandbox', () => {
  const example = { CRON_SECRET: env.CRON_SECRET }
  expect(checkSecrets(env, example, false)).toEqual([wrong('CRON_SECRET')])
  expect(checkSecrets(env, example, true)).toEqual([])
})

test.each([
  ['an app without TLS on a public host', { NEXTAUTH_URL: 'http://shop.example' }, 'not HTTPS'],
  [
    'an HTTP origin of images below an HTTPS app',
    {
      NEXTAUTH_URL: 'https://shop.example',
      VERIFICATION_SDK_URL: 'https://verify.example/sdk.js',
      VERIFICATION_ARTIFACT_ORIGINS: ['http://cdn.example'],
    },
    'http://cdn.example',
  ],
])('%s is wrong', (_title, changes, what) => {
  expect(checkOrigins({ ...env, ...changes })).toEqual([wrong(what)])
})

test('a database that is down is reported by host and port, without user and password', async () => {
  const port = await findFreePort()
  const findings = await database(`postgresql://someone:hidden@127.0.0.1:${port}/merchant`)
  expect(findings).toEqual([wrong(`127.0.0.1:${port} cannot be used (ECONNREFUSED)`)])
  expect(JSON.stringify(findings)).not.toMatch(/someone|hidden/)
})

test('pending migrations come with the command that applies them', async () => {
  const empty = await startEmptyDatabase()
  const findings = await database(empty.url)
  await empty.stop()
  expect(findings.filter(isWrong)).toEqual([wrong('Migrations are pending: ')])
})

test("with the real service, the demo's staff are wrong, and so is no staff", async () => {
  expect((await database(env.DATABASE_URL, false)).filter(isWrong)).toEqual([
    wrong('Nobody can sign in'),
  ])
  await db().user.create({ data: { email: 'admin@example.com', name: 'Demo', role: 'ADMIN' } })
  expect((await database(env.DATABASE_URL, false)).filter(isWrong)).toEqual([
    wrong('admin@example.com'),
  ])
  await db().user.deleteMany()
})

test('a service that is down is reported with the reason', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  expect(await service({ VERIFICATION_BASE_URL: url })).toEqual([
    wrong('does not answer (ECONNREFUSED)'),
  ])
})

test('a refused key is reported as such (A4)', async () => {
  app.service.answer(soundService)
  const findings = await service({ VERIFICATION_API_KEY: `svc_live_${'x'.repeat(32)}` })
  expect(findings.filter(isWrong)).toEqual([wrong('refuses VERIFICATION_API_KEY')])
})

test('another web server is distinguished from a missing inquiry', async () => {
  app.service.answer(() => ({ status: 404, body: 'Not Found' }))
  expect(await service()).toEqual([wrong('is not the service')])
})

test('an unpublished template shows when an inquiry is opened, which happens only on request (O2)', async () => {
  app.service.answer((request, nth) =>
    request.method === 'POST'
      ? { status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }
      : soundService(request, nth),
  )
  expect((await service({}, true)).at(-1)).toEqual(wrong('TEMPLATE_REVISION_NOT_PUBLISHED'))
  await service()
  app.service.requests.length = 0
  await service()
  expect(app.service.requests.map(({ method }) => method)).not.toContain('POST')
})

test('a clock that is a minute off is reported with its direction', async () => {
  app.service.answer(async (request, nth) => ({
    ...(Object(await soundService(request, nth)) as object),
    headers: { date: new Date(Date.now() - 60_000).toUTCString() },
  }))
  expect((await service()).filter(isWrong)).toEqual([wrong("behind this machine's")])
})

test('a page instead of the SDK script is recognised by its content type', async () => {
  app.service.answer(() => ({ body: '<html></html>' }))
  expect(await checkSdk(env)).toEqual(wrong('no script (content type text/html)'))
})

test('a webhook secret that differs from the running app is reported', async () => {
  const other = { ...env, VERIFICATION_WEBHOOK_SECRET: 'whsec_of_somebody_else' }
  expect(await checkWebhook(other, true)).toEqual([wrong('Wrong secret or altered body')])
})

test('the right secret in the wrong form is reported as such (N15)', async () => {
  const other = { ...env, VERIFICATION_WEBHOOK_SECRET_FORM: 'base64' as const }
  expect(await checkWebhook(other, true)).toEqual([wrong('Right secret, wrong form')])
})

test('a webhook endpoint that redirects is wrong, because deliveries stop there (N9)', async () => {
  const away = await serve(
    async () => new Response(null, { status: 308, headers: { location: '/elsewhere' } }),
  )
  expect(await checkWebhook({ ...env, NEXTAUTH_URL: away }, true)).toEqual([
    wrong('redirects to /elsewhere'),
  ])
})

test('a webhook URL without TLS is wrong for the real service (W2)', async () => {
  expect((await checkWebhook(env, false)).filter(isWrong)).toEqual([wrong('is not HTTPS')])
})

test('a policy that blocks a configured origin is reported with the directive', async () => {
  const changed = { ...env, VERIFICATION_ARTIFACT_ORIGINS: ['https://images.example'] }
  expect((await checkBrowserSide(changed)).filter(isWrong)).toEqual([
    wrong('https://images.example (img-src)'),
  ])
})

test('a Secure cookie over HTTP is wrong, because browsers drop it', async () => {
  const url = await serveApp(
    '__Host-next-auth.csrf-token=t; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect((await checkBrowserSide({ ...env, NEXTAUTH_URL: url })).filter(isWrong)).toEqual([
    wrong('Secure although the address is HTTP'),
  ])
})
