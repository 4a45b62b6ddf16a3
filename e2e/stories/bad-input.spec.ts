// Requests that no browser sends. lib/log.test.ts covers what reaches the log.
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

test('no image route makes requests for anyone', async ({ request }) => {
  expect((await request.get('/_next/image?url=%2Fadmin&w=640&q=75')).status()).toBe(404)
})

test('a cookie that a neighbour could have set doesn’t stop anyone from signing in', async ({
  request,
}) => {
  const cookie = 'next-auth.callback-url=x; __Secure-next-auth.callback-url=x'
  expect((await request.get('/api/auth/csrf', { headers: { cookie } })).status()).toBe(200)
})
