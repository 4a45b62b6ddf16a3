import { NextRequest, NextResponse } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testEnvironment } from './testing/test-environment'

const TOKEN = 'a'.repeat(43)
const ATTRIBUTES = 'Path=/; Expires=[^;]+; Max-Age=7776000; '

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/unused')
  for (const [name, value] of Object.entries(testEnvironment('https://verify.example')))
    vi.stubEnv(name, value)
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

async function cookiesFor(cookie?: string): Promise<string[]> {
  // The environment is parsed once, so each test loads the module again.
  const { ensureApplicantCookie } = await import('./applicant')
  const request = new NextRequest('http://localhost:3000/apply', {
    headers: cookie ? { cookie } : {},
  })
  const response = NextResponse.next()
  ensureApplicantCookie(request, response)
  return response.headers.getSetCookie()
}

test('a new visitor gets a cookie that scripts cannot read, different for each visitor', async () => {
  const [cookie] = await cookiesFor()
  expect(cookie).toMatch(new RegExp(`^applicant=[\\w-]{43}; ${ATTRIBUTES}HttpOnly; SameSite=lax$`))
  expect((await cookiesFor())[0]).not.toBe(cookie)
})

test('the form’s page already sets the cookie, so that two tabs are one applicant', async () => {
  const { proxy } = await import('@/proxy')
  const visit = async (path: string) =>
    (
      await proxy(
        new NextRequest(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000' } }),
      )
    ).headers.getSetCookie()
  expect(await visit('/apply')).toEqual([expect.stringMatching(/^applicant=[\w-]{43};/)])
  expect(await visit('/')).toEqual([])
})

test('a known visitor keeps their cookie', async () => {
  expect(await cookiesFor(`applicant=${TOKEN}`)).toEqual([])
})

test('a malformed cookie is replaced', async () => {
  expect(await cookiesFor(`applicant=${TOKEN}x`)).toHaveLength(1)
})

function stubHttps(): void {
  vi.stubEnv('NEXTAUTH_URL', 'https://bank.example')
  vi.stubEnv('STAFF_SIGN_IN', 'oidc')
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM'])
    vi.stubEnv(name, 'groups')
  vi.stubEnv('OIDC_ISSUER', 'https://id.bank.example')
}

test('on HTTPS only this host can set the cookie', async () => {
  stubHttps()
  const [cookie] = await cookiesFor()
  expect(cookie).toMatch(
    new RegExp(`^__Host-applicant=[\\w-]{43}; ${ATTRIBUTES}Secure; HttpOnly; SameSite=lax$`),
  )
  expect(await cookiesFor(`__Host-applicant=${TOKEN}; applicant=${'b'.repeat(43)}`)).toEqual([])
})

test('on HTTPS a cookie without the prefix is ignored, because another host of the domain can set it', async () => {
  stubHttps()
  const [cookie] = await cookiesFor(`applicant=${TOKEN}`)
  expect(cookie).toMatch(/^__Host-applicant=/)
  expect(cookie).not.toContain(TOKEN)
})
