// The control API, the portal and the console answer only under their own host names, and refuse posts from other origins' pages.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { freePort } from './testing/machine.ts'
import { setUp } from './testing/merchant.ts'
import { operatorOf } from './testing/operator.ts'

const LOCAL = 'http://localhost:4000'
/** To a plain-HTTP private address, browsers send no Sec-Fetch-Site, but they send Origin with every post. */
const PRIVATE = 'http://192.168.1.5:4000'

let sandbox: Sandbox
beforeEach(() => {
  ;({ sandbox } = setUp())
})

describe.each([
  ['the control API', '/sandbox/clock', '/sandbox/clock/freeze'],
  ['the portal', '/portal/sign-in', '/portal/sign-in'],
  ['the console', '/guide', '/guide/start'],
])('%s', (_, page, form) => {
  test('answers only at localhost and at its public URL', async () => {
    const statusAt = async (origin: string) => (await sandbox.app.request(origin + page)).status
    expect(await statusAt(LOCAL)).toBe(200)
    expect(await statusAt('http://127.0.0.1:4000')).toBe(200)
    expect(await statusAt('http://rebound.example:4000')).toBe(421)
    expect(await statusAt('http://caddy:4000')).toBe(403)
    sandbox.site.publicUrl = 'https://sandbox.example'
    expect(await statusAt('https://sandbox.example')).toBe(200)
  })

  test.each<[at: string, headers: Record<string, string>, isRefused: boolean]>([
    [LOCAL, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
    [LOCAL, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }, true],
    [LOCAL, { origin: 'http://localhost:3000' }, true],
    [LOCAL, { origin: 'null' }, true],
    [LOCAL, { origin: LOCAL, 'sec-fetch-site': 'same-origin' }, false],
    [PRIVATE, { origin: 'http://192.168.1.9' }, true],
    [PRIVATE, { origin: PRIVATE }, false],
  ])('at %s refuses a post with %j: %s', async (at, headers, isRefused) => {
    sandbox.site.publicUrl = at
    const type = form.startsWith('/sandbox')
      ? 'application/json'
      : 'application/x-www-form-urlencoded'
    const init = { method: 'POST', headers: { 'content-type': type, ...headers } }
    const { status } = await sandbox.app.request(at + form, init)
    expect(status === 403).toBe(isRefused)
  })

  test('refuses without waiting for a body', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const never = { method: 'POST', headers, body: new ReadableStream(), duplex: 'half' }
    expect((await sandbox.app.request(LOCAL + form, never)).status).toBe(403)
  })
})

test('no path answers under a host name that an outside page could control', async () => {
  const statusAt = async (origin: string, path: string) =>
    (await sandbox.app.request(origin + path)).status
  const paths = ['/', '/openapi.json', '/api/v1/customer/inquiries/x', '/flow', '/flow/api/inquiry']
  for (const path of [...paths, '/sdk/v1.js', '/artifacts/x', '/portal', '/sandbox/health']) {
    expect(await statusAt('http://rebound.example:4000', path), path).toBe(421)
    expect(await statusAt('http://127.0.0.1.example', path), path).toBe(421)
  }
  // Containers and machines on the local network call it under these names.
  for (const path of paths)
    for (const origin of [PRIVATE, 'http://caddy:4000', 'http://[::1]:4000'])
      expect(await statusAt(origin, path), `${origin}${path}`).toBe(await statusAt(LOCAL, path))
})

test('a program may post to the control API, because it is no page', async () => {
  const post = (headers: Record<string, string>) =>
    sandbox.app.request(`${LOCAL}/sandbox/clock/freeze`, { method: 'POST', headers })
  expect((await post({})).status).toBe(200)
  expect((await post({ 'sec-fetch-site': 'none' })).status).toBe(200)
})

test('the address that the start prints leads to the portal and to the console', async () => {
  const page = await (await sandbox.app.request(`${LOCAL}/`)).text()
  for (const path of ['/portal', '/guide']) expect(page).toContain(`href="${path}"`)
})

test('the address for phones serves the hosted flow and nothing else, whatever host a request names', async () => {
  const phoneUrl = `http://127.0.0.1:${await freePort()}`
  const { sandbox: onNetwork, merchant } = setUp({ phoneUrl })
  await onNetwork.listen()
  const statusAt = async (path: string) => (await fetch(phoneUrl + path)).status
  expect(await statusAt('/flow')).toBe(200)
  for (const path of ['/', '/portal', '/portal/sign-in', '/guide', '/sandbox/clock', '/sdk/v1.js'])
    expect(await statusAt(path), path).toBe(404)
  const authorization = `Bearer ${await merchant.openedId()}`
  const init = { method: 'POST', headers: { authorization } }
  const link = await (await fetch(`${phoneUrl}/flow/api/phone-link`, init)).json()
  expect(link).toMatchObject({
    url: expect.stringContaining(`${phoneUrl}/flow#phone=`),
  })
})

test('an address with nothing is a page for a browser, and JSON for a program', async () => {
  const at = async (accept: string) =>
    sandbox.app.request(`${LOCAL}/nowhere`, { headers: { accept } })
  const page = await at('text/html,*/*')
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('href="/"')
  const answer = await at('*/*')
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { code: 'NOT_FOUND', message: 'There is nothing at this address.' },
  ])
})

test('with control off, there is no control API, no scenario page and no console', async () => {
  ;({ sandbox } = setUp({ control: false }))
  const statusOf = async (method: string, path: string) =>
    (await sandbox.app.request(LOCAL + path, { method })).status
  expect(await statusOf('GET', '/sandbox/health')).toBe(403)
  expect(await statusOf('POST', '/sandbox/reset')).toBe(403)
  expect(await statusOf('GET', '/guide')).toBe(404)
  expect(await (await sandbox.app.request(LOCAL)).text()).not.toContain('/guide')
  const operator = await operatorOf(sandbox)
  expect((await operator.get('/scenario')).status).toBe(404)
  expect((await operator.post('/scenario/send', { call: 'POST /reset' })).status).toBe(404)
  expect((await operator.get('')).html).not.toContain('/portal/scenario')
})
