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
  ])
  expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 400))
})
