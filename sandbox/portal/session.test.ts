import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT, OTHER_TENANT } from '../scenario/seed.ts'
import { setUp } from '../testing/merchant.ts'
import { operatorOf, visitorOf } from '../testing/operator.ts'
import { PORTAL_USER } from './session.tsx'

const open = () => setUp().sandbox

describe('signing in', () => {
  test('a page redirects a visitor to the sign-in, and the sign-in back to the page', async () => {
    const visitor = visitorOf(open())
    const refused = await visitor.get('/wire?words=Delivery')
    expect(refused.status).toBe(303)
    expect(refused.location).toBe('/portal/sign-in?next=%2Fportal%2Fwire%3Fwords%3DDelivery')
    const next = '/portal/wire?words=Delivery'
    const entered = await visitor.post('/sign-in', { ...PORTAL_USER, next })
    expect(entered.location).toBe(next)
    expect((await visitor.get('/wire')).status).toBe(200)
  })

  test('the style sheet, the script and the icon need no session', async () => {
    const visitor = visitorOf(open())
    for (const path of ['/assets/portal.css', '/assets/portal.js', '/icon.svg'])
      expect((await visitor.get(path)).status).toBe(200)
  })

  test('a wrong password does not sign in', async () => {
    const visitor = visitorOf(open())
    const refused = await visitor.post('/sign-in', { email: PORTAL_USER.email, password: 'guess' })
    expect(refused.status).toBe(401)
    expect(refused.html).toContain('The email address or password is wrong.')
    // The form shows the credentials again.
    expect(refused.html).toContain(PORTAL_USER.password)
    expect((await visitor.get('')).status).toBe(303)
  })

  test.each(['https://evil.example/', '//evil.example', '/portal/../x', '/portalx', '/portal\\x'])(
    'the sign-in does not redirect to %s',
    async (next) => {
      const entered = await visitorOf(open()).post('/sign-in', { ...PORTAL_USER, next })
      expect(entered.location).toBe('/portal')
    },
  )

  test('an operator stays signed in for a year of the tenant’s clock, until they sign out', async () => {
    const sandbox = open()
    const operator = await operatorOf(sandbox)
    sandbox.clock.advance(365 * 24 * 60 * 60 * 1000, DEMO_TENANT.id)
    expect((await operator.get('')).status).toBe(200)
    await operator.post('/sign-out')
    expect((await operator.get('')).status).toBe(303)
  })

  test('the cookie is HttpOnly and SameSite=Lax, and a forged one is refused', async () => {
    const sandbox = open()
    const entered = await visitorOf(sandbox).post('/sign-in', PORTAL_USER)
    const given = entered.headers.get('set-cookie')
    expect(given).toMatch(/^veridian_portal_=.*; Path=\/portal; HttpOnly; SameSite=Lax$/)
    const cookie = given?.split(';')[0] ?? ''
    const forged = cookie.replace(/=[0-9a-f]{8}/, '=00000000')
    expect(forged).not.toBe(cookie)
    const page = await sandbox.app.request('/portal', { headers: { cookie: forged } })
    expect(page.status).toBe(303)
  })

  test('two sandboxes beside each other on one host keep both signed in', async () => {
    const cookies = new Map<string, string>()
    const [one, other] = [open(), open()]
    const visit = async (sandbox: Sandbox, port: number, path: string, method = 'GET') => {
      const body = method === 'POST' ? new URLSearchParams(PORTAL_USER) : null
      const origin = `http://localhost:${port}`
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const init = { method, body, headers: { cookie, origin } }
      const response = await sandbox.app.request(`${origin}/portal${path}`, init)
      const [name, value] =
        (response.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? []
      if (name && value) cookies.set(name, value)
      return response.status
    }
    await visit(one, 4000, '/sign-in', 'POST')
    await visit(other, 4001, '/sign-in', 'POST')
    expect([await visit(one, 4000, ''), await visit(other, 4001, '')]).toEqual([200, 200])
  })
})

describe('protection', () => {
  test('a page allows one script by nonce, no framing and nothing inline', async () => {
    const operator = await operatorOf(open())
    const { headers, html } = await operator.get('')
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toBeTruthy()
    expect(html).toContain(`nonce="${nonce}"`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(html).not.toMatch(/ style=| on[a-z]+="/)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('tenants', () => {
  test('another tenant’s data counts as missing', async () => {
    const sandbox = open()
    const operator = await operatorOf(sandbox)
    const [key] = sandbox.store.apiKeys.listBy('tenant', OTHER_TENANT.id)
    const revisions = `/templates/${OTHER_TENANT.templateId}/revisions`
    expect((await operator.post(revisions, { 'steps[]': ['PERSONAL_INFO'] })).status).toBe(404)
    expect((await operator.post(`/keys/${key?.id}/revoke`)).status).toBe(404)
    expect(sandbox.store.revisions.listBy('template', OTHER_TENANT.templateId)).toHaveLength(1)
    expect(sandbox.store.apiKeys.require(key?.id ?? '').revokedAt).toBeNull()
  })

  test('the demo’s tenant is shown if a reset removed the current one', async () => {
    const sandbox = open()
    const operator = await operatorOf(sandbox)
    await operator.post('/tenant', { tenantId: OTHER_TENANT.id })
    sandbox.store.tenants.delete(OTHER_TENANT.id)
    expect((await operator.get('')).html).toContain('What happens at Northwind')
  })
})
