// Requests that no browser sends. lib/log.test.ts covers what reaches the log.
import { request as httpRequest } from 'node:http'
import { expect, test } from '../fixtures/test'

const JSON_TYPE = { 'content-type': 'application/json' }

test('unreadable input is a bad request, never a server error', async ({ request }) => {
  const answers = await Promise.all([
    request.get('/api/auth/error?error=x%0A%7B%22msg%22%3A%22audit_sealed%22%7D'),
    request.get('/api/auth/error?error=%00'),
    request.post('/api/auth/callback/credentials', {
      headers: JSON_TYPE,
      // A buffer, because Playwright would encode a string as JSON.
      data: Buffer.from('{"password":hunter2}'),
    }),
    request.post('/apply', {
      headers: {
        'content-type': 'multipart/form-data',
        origin: new URL((await request.get('/')).url()).origin,
      },
      data: 'no boundary',
    }),
    request.post('/apply', { headers: { origin: 'zzz' }, form: { note: 'Hello' } }),
    request.get('/admin/inquiries/%ff'),
    request.get('/api/auth/%ff'),
    request.get('/api/admin/inquiries/%E0%A4%A/documents'),
    request.get('/api/auth/signin?callbackUrl=x'),
  ])
  expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 400))
})

const ACTION = { 'next-action': '7f'.repeat(21) }

test('a server action is refused if its arguments can’t be read, or it comes from elsewhere', async ({
  request,
}) => {
  const { origin } = new URL((await request.get('/')).url())
  const call = async (data: string, headers: Record<string, string> = {}) => {
    const sent = { ...ACTION, origin, 'content-type': 'text/plain;charset=UTF-8', ...headers }
    return (await request.post('/apply', { headers: sent, data: Buffer.from(data) })).status()
  }
  for (const unreadable of ['', '{', '5', 'null', '{}', '["$1"]', '["$F1"]', '["$@0"]'])
    expect(await call(unreadable), unreadable).toBe(400)
  expect(await call('--x', { 'content-type': 'multipart/form-data; boundary=x' })).toBe(400)
  expect(await call('[]', { origin: 'null' })).toBe(403)
  expect(await call('[]', { origin: 'https://elsewhere.example' })).toBe(403)
  expect(await call(`["${'a'.repeat(1024 * 1024)}"]`)).toBe(413)
  // These can be read, and no build has this action.
  for (const readable of ['[]', '["$$1", "$undefined", "$D2026-01-01T00:00:00.000Z"]'])
    expect(await call(readable), readable).toBe(409)
})

// lib/action-request.test.ts has more of these. Here the action exists, so Next would try to decode them.
test('what no page sends to an existing action is refused, with or without JavaScript', async ({
  request,
}) => {
  const page = await request.get('/apply')
  const { origin } = new URL(page.url())
  const [, id = 'none'] = /&quot;id&quot;:&quot;([0-9a-f]{42})/.exec(await page.text()) ?? []
  expect(id).not.toBe('none')
  const call = { 'next-action': id }
  const send = async (body: string, headers: Record<string, string> = {}, path = '/apply') => {
    const sent = { origin, 'content-type': 'multipart/form-data; boundary=x', ...headers }
    return (await request.post(path, { headers: sent, data: Buffer.from(body) })).status()
  }
  const form = (fields: Record<string, string>) => {
    const head = '--x\r\ncontent-disposition: form-data; name='
    const parts = Object.entries(fields).map(([name, value]) => `${head}"${name}"\r\n\r\n${value}`)
    return [...parts, '--x--\r\n'].join('\r\n')
  }
  const named = { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}` }
  const nested = '['.repeat(200) + ']'.repeat(200)

  for (const list of [`["$n${'1'.repeat(301)}"]`, `[${nested}]`, `[${Array(1_001).fill('0')}]`])
    expect(await send(list, { ...call, 'content-type': 'text/plain' }), list).toBe(400)
  for (const list of ['', '{bad', '["$1"]', `[${nested}]`])
    expect(await send(form({ 0: list }), call), list).toBe(400)
  expect(await send(form({ 1: '[]' }), call)).toBe(400)
  for (const fields of [named, { ...named, '$ACTION_1:1': '{bad' }])
    expect(await send(form(fields)), JSON.stringify(fields)).toBe(400)
  expect(await send('x'.repeat(100_000))).toBe(413)
  for (const elsewhere of ['null', 'https://elsewhere.example'])
    expect(await send(form({ [`$ACTION_ID_${id}`]: '' }), { origin: elsewhere })).toBe(403)
  for (const path of ['/nowhere', '/favicon.icon', '/_next/image', '/_next/staticx'])
    expect(await send('no boundary', {}, path), path).toBe(400)
  for (const path of ['/api/nowhere', '/_next/static/nowhere'])
    expect(await send('no boundary', {}, path), path).toBe(404)
})

test('a form of unknown length is refused if it is too large', async ({ request }) => {
  const url = new URL('/apply', (await request.get('/')).url())
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const sent = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject)
    for (let n = 0; n < 32; n++) sent.write('x'.repeat(64 * 1024))
    sent.end()
  })
  expect(status).toBe(413)
})

test('no image route makes requests for anyone', async ({ request }) => {
  expect((await request.get('/_next/image?url=%2Fadmin&w=640&q=75')).status()).toBe(404)
})

test('a navigation whose router state can’t be read is a bad request', async ({ request }) => {
  const navigate = async (state: string) => {
    const headers = { rsc: '1', 'next-router-state-tree': encodeURIComponent(state) }
    return (await request.get('/apply', { headers })).status()
  }
  for (const state of ['garbage', '[]', 'null', '{}', '[1]', '["",{"children":5}]'])
    expect(await navigate(state), state).toBe(400)
  expect(await navigate('["",{"children":["apply",{"children":["__PAGE__",{}]}]}]')).toBe(200)
})

test('signing in with a GET is not allowed', async ({ request }) => {
  expect((await request.get('/api/auth/callback/credentials')).status()).toBe(405)
})

test('a cookie that a neighbour could have set doesn’t stop anyone from signing in', async ({
  request,
}) => {
  const cookie = 'next-auth.callback-url=x; __Secure-next-auth.callback-url=x'
  expect((await request.get('/api/auth/csrf', { headers: { cookie } })).status()).toBe(200)
})
