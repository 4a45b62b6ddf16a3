// No open redirects: a link to the app never leads on to another site.
import { randomUUID } from 'node:crypto'
import { ELSEWHERE, expect, NEEDS, SIGN_IN, test } from '../fixtures/access'

test('no URL parameter redirects to another site', NEEDS, async ({ visitors, app }) => {
  const targets = [
    ELSEWHERE,
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://',
    'javascript:0',
  ]
  const addresses = targets.flatMap((target) => {
    const names = ['callbackUrl', 'next', 'returned', 'return_to', 'redirect', 'error']
    const query = new URLSearchParams(names.map((name) => [name, target]))
    return [
      '/',
      '/apply',
      '/apply/verify',
      '/admin',
      SIGN_IN,
      '/api/auth/signin',
      '/api/auth/error',
    ]
      .map((path) => `${path}?${query}`)
      .concat(`/${target}`)
  })
  for (const address of addresses)
    for (const visitor of ['nobody', 'admin'] as const) {
      const answer = await visitors[visitor].fetch(`${app.appUrl}${address}`, { maxRedirects: 0 })
      expect(leadsTo(answer.headers().location, app.appUrl), `${visitor} ${address}`).toBe(
        app.appUrl,
      )
      expect(answer.status(), `${visitor} ${address}`).toBeLessThan(500)
    }
})

test('signing in or out never redirects to another site', NEEDS, async ({ playwright, app }) => {
  const request = await playwright.request.newContext({ baseURL: app.appUrl })
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken, email: `${randomUUID()}@example.com`, password: 'wrong' }
  for (const callbackUrl of [ELSEWHERE, '//elsewhere.example', 'http://'])
    for (const path of ['callback/credentials', 'signout', 'signin/oidc']) {
      const answer = await request.post(`/api/auth/${path}`, {
        form: { ...form, callbackUrl },
        maxRedirects: 0,
      })
      expect(leadsTo(answer.headers().location, app.appUrl), `${path} ${callbackUrl}`).toBe(
        app.appUrl,
      )
      expect(answer.status(), `${path} ${callbackUrl}`).toBeLessThan(500)
    }
  await request.dispose()
})

/** The origin that a browser would end up at. Without a redirect, it stays where it is. */
const leadsTo = (location: string | undefined, baseURL: string): string =>
  new URL(location ?? '', baseURL).origin
