// The app trusts neither the browser nor a request that no page sends.

import { environment, OWN_APP, OWN_BUILD } from '../fixtures/environment'
import { listActions } from '../fixtures/server-actions'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

test('an SDK that claims completion only makes the app ask the service', async ({ applicant }) => {
  await applicant.page.addInitScript(() => {
    class ClaimingSdk {
      constructor(private readonly options: { onComplete?: (claim: object) => void }) {}
      open() {
        this.options.onComplete?.({ status: 'APPROVED' })
      }
      close() {}
      destroy() {}
    }
    Object.assign(window, { VerificationSdk: ClaimingSdk })
  })
  await applicant.page.clock.install()
  await applicant.arriveAtStatus()
  await applicant.startButton.click()
  await applicant.seesStage('handed_in')
  // Long enough for reads to show a result.
  await applicant.page.clock.fastForward(15_000)
  await applicant.seesStage('ready')
  await expect(applicant.page.getByText(TEXTS.Verify.start.doubt)).toBeVisible()
  expect(await applicant.current()).toMatchObject({ stage: 'ready' })
})

test('every answer has the security headers, and every page its own content policy', async ({
  request,
}) => {
  const policies = new Set<string>()
  // The last two are pages of next-auth.
  const other = ['/api/health/live', '/api/auth/signout', '/api/auth/verify-request']
  for (const path of ['/', '/apply', '/admin/sign-in', '/no-such-page', ...other]) {
    const { 'content-security-policy': policy = '', ...headers } = (
      await request.get(path)
    ).headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    if (path.startsWith('/api/')) expect(policy, path).toContain("default-src 'none'")
    if (path.startsWith('/api/')) continue
    expect(headers['permissions-policy'], path).toContain('microphone=()')
    expect(policy, path).toMatch(/script-src 'self' 'nonce-/)
    policies.add(policy)
  }
  // Each policy has its own nonce.
  expect(policies.size).toBe(4)
})

test('requests that no page sends are refused', async ({ request }) => {
  const { appUrl: origin } = environment
  const call = { 'next-action': '7f'.repeat(21), origin, 'content-type': 'text/plain' }
  const data = (text: string) => Buffer.from(text)
  const multipart = (boundary: string) => ({ 'content-type': `multipart/form-data${boundary}` })
  for (const [answer, wanted] of [
    [request.get('/admin/inquiries/%ff'), 400],
    [request.get('/api/admin/inquiries/%E0%A4%A/documents'), 400],
    [request.get('/_next/image?url=%2Fadmin&w=640&q=75'), 404],
    [request.post('/apply', { headers: { ...call, origin: 'null' }, data: data('[]') }), 403],
    [request.post('/api/locale', { data: 'x'.repeat(300) }), 413],
    [request.fetch('/', { method: 'TRACE' }), 405],
    [request.get('/api/auth/csrf?callbackUrl=/admin&callbackUrl=x'), 400],
    ...['/apply', '/admin/sign-in'].flatMap(
      (path) =>
        [
          [request.post(path, { headers: multipart(''), data: data('x') }), 400],
          [request.post(path, { headers: multipart('; boundary=x'), data: data('x') }), 400],
          [request.post(path, { multipart: { note: 'x'.repeat(33_000) } }), 413],
          [request.post(path, { multipart: { note: 'x'.repeat(90_000) } }), 413],
          // The field names no action of this app.
          [request.post(path, { multipart: { $ACTION_ID_00: '' } }), 400],
        ] as const,
    ),
  ] as const) {
    const response = await answer
    expect(response.status(), response.url()).toBe(wanted)
  }
  const unknown = await request.post('/api/locale', { form: { locale: 'fr' }, maxRedirects: 0 })
  expect(unknown.headers()).not.toHaveProperty('set-cookie')
})

test('no payload of an action takes long, and none is read beyond 32 KiB', {
  tag: OWN_BUILD,
}, async ({ request }) => {
  const [, id = ''] = listActions().find(([action]) => /#openInquiryAction$/.test(action)) ?? []
  const headers = { 'next-action': id, origin: environment.appUrl }
  const damaged = { ...headers, 'content-type': 'multipart/form-data' }
  for (const [answer, wanted] of [
    [request.post('/apply', { headers: damaged, data: Buffer.from('x') }), 400],
    [request.post('/apply', { headers, multipart: { 0: '[' } }), 400],
    [request.post('/apply', { headers, data: Buffer.from('[') }), 400],
    [request.post('/apply', { headers, data: Buffer.from('x'.repeat(33_000)) }), 413],
  ] as const)
    expect((await answer).status()).toBe(wanted)
  const nested = '['.repeat(16_000) + ']'.repeat(16_000)
  const wide = `[${Array(10_000).fill('[]').join()}]`
  const references = `[${Array(6_000).fill('"$0"').join()}]`
  for (const body of ['{', '["$1"]', nested, wide, references, 'x'.repeat(1_048_576)]) {
    const send = async () => {
      const startedAt = performance.now()
      const data = Buffer.from(body)
      await request.post('/apply', { headers: { ...headers, 'content-type': 'text/plain' }, data })
      return performance.now() - startedAt
    }
    // Other stories run at the same time, so the fastest of up to thirty tries counts.
    let fastest = Number.POSITIVE_INFINITY
    for (let nth = 0; nth < 30 && fastest >= 100; nth++) fastest = Math.min(fastest, await send())
    expect(fastest, body.slice(0, 20)).toBeLessThan(100)
  }
})

test('the demo refuses a foreign host name, which could resolve to this machine', {
  tag: OWN_APP,
}, async ({ request }) => {
  for (const path of ['/admin/sign-in', '/api/auth/csrf', '/api/inquiries/current']) {
    const response = await request.get(path, { headers: { host: 'rebound.example' } })
    expect(response.status(), path).toBe(421)
  }
})
