// The doctor's finer distinctions. mistakes.test.ts has the mistakes that people make.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Env, parseEnv } from '../../lib/env.ts'
import { type ScriptedService, startScriptedService } from '../../lib/testing/scripted-service.ts'
import { findFreePort } from '../ports.ts'
import { checkEnvironment, checkOrigins } from './environment.ts'
import { checkNode } from './node.ts'
import { checkPorts } from './ports.ts'
import { checkSdk } from './sdk.ts'
import { checkService } from './service.ts'
import { serve, soundService, stopServing } from './test-server.ts'
import { checkWebhook } from './webhook.ts'

let service: ScriptedService
let variables: Record<string, string>
let env: Env

beforeAll(async () => {
  service = await startScriptedService()
  variables = {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1/none',
    VERIFICATION_BASE_URL: service.url,
    VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
    VERIFICATION_TEMPLATE_ID: randomUUID(),
    VERIFICATION_WEBHOOK_SECRET: 'whsec_test_current_0123456789abcdef',
    VERIFICATION_SDK_URL: `${service.url}/sdk/v1.js`,
    VERIFICATION_ARTIFACT_ORIGINS: service.url,
    NEXTAUTH_URL: 'http://localhost:3000',
    NEXTAUTH_SECRET: 'a-secret-for-tests-of-32-characters',
    CRON_SECRET: 'a-cron-secret-for-tests-only',
  }
  env = parseEnv(variables)
})
afterAll(async () => {
  stopServing()
  await service.stop()
})

const examineService = (changes: Partial<Env> = {}, opens = false) =>
  checkService({ env: { ...env, ...changes }, usesSandbox: false, opens })
const wrong = (what: string) =>
  expect.objectContaining({ verdict: 'wrong', what: expect.stringContaining(what) })

test('an old Node is reported with the version to install', () => {
  expect(checkNode('20.18.3')).toMatchObject({
    verdict: 'wrong',
    advice: expect.stringContaining('20.19'),
  })
})

test('the doctor only opens an inquiry on request (O2)', async () => {
  service.answer(soundService(env.VERIFICATION_API_KEY))
  await examineService()
  const methods = () => service.requests.map(({ method }) => method)
  expect(methods()).not.toContain('POST')
  await examineService({}, true)
  expect(methods()).toContain('POST')
})

test('the sandbox is recognised by its OpenAPI document', async () => {
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
    ...variables,
    VERIFICATION_API_KEY: 'svc_live_short-and-secret',
    CRON_SECRET: undefined,
  })
  expect(parsed).toBeNull()
  expect(findings).toEqual([wrong('VERIFICATION_API_KEY'), wrong('CRON_SECRET is missing')])
  expect(JSON.stringify(findings)).not.toContain('short-and-secret')
})

test.each([
  ['an app without TLS on a public host', { NEXTAUTH_URL: 'http://shop.example' }, 'not HTTPS'],
  [
    'an HTTP origin of images in an HTTPS app',
    {
      NEXTAUTH_URL: 'https://shop.example',
      VERIFICATION_SDK_URL: 'https://verify.example/sdk.js',
      VERIFICATION_ARTIFACT_ORIGINS: ['http://cdn.example'],
    },
    'http://cdn.example',
  ],
])('%s is reported', (_title, changes, what) => {
  expect(checkOrigins({ ...env, ...changes })).toEqual([wrong(what)])
})

test('a service that is down is reported with the reason', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  expect(await examineService({ VERIFICATION_BASE_URL: url })).toEqual([
    wrong('does not answer (ECONNREFUSED)'),
  ])
})

test('another web server is distinguished from a missing inquiry', async () => {
  service.answer(() => ({ status: 404, body: 'Not Found' }))
  expect(await examineService()).toEqual([wrong('is not the service')])
})

test('a page in place of the SDK script is recognised by its content type', async () => {
  service.answer(() => ({ body: '<html></html>' }))
  expect(await checkSdk(env)).toEqual(wrong('not a script (content type text/html)'))
})

test('a webhook endpoint that redirects is reported, because deliveries do not follow redirects (N9)', async () => {
  const away = await serve(
    async () => new Response(null, { status: 308, headers: { location: '/elsewhere' } }),
  )
  expect(await checkWebhook({ ...env, NEXTAUTH_URL: away }, true)).toEqual([
    wrong('redirects to /elsewhere'),
  ])
})
