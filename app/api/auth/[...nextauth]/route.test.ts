import { NextRequest } from 'next/server'
import type { AuthOptions } from 'next-auth'
import { encode } from 'next-auth/jwt'
import { beforeAll, expect, test, vi } from 'vitest'
import { testEnvironment } from '@/lib/testing/test-environment'

const seen: string[] = []
vi.mock('next-auth', () => ({
  default: (options: AuthOptions) => async (request: Request) => {
    const body = await request.text()
    if (request.url.endsWith('/signout'))
      await options.events?.signOut?.({ token: {}, session: { expires: '' } })
    if (body === 'hunter2') throw new SyntaxError(`Unexpected token: ${body}`)
    seen.push(body)
    return new Response()
  },
}))
const limit = { isReached: false, counted: 0 }
vi.mock('@/lib/http/limits', () => ({
  isWithin: async () => {
    limit.counted++
    return !limit.isReached
  },
  networkOf: () => '192.0.2.1',
}))
const signOut = vi.fn()
vi.mock('@/lib/staff/auth', () => ({
  authOptions: () => ({ events: { signOut } }),
  SIGN_IN: '/admin/sign-in',
}))
const { GET, POST } = await import('./route')

beforeAll(() => {
  const DATABASE_URL = 'postgresql://localhost/none'
  Object.assign(process.env, testEnvironment('http://localhost:4000'), { DATABASE_URL })
})

const PASSWORD = 'callback/credentials'

interface Sent {
  body?: string
  cookie?: string
  origin?: string
}

function call(method: 'GET' | 'POST', path: string, { body = '', cookie = '', origin }: Sent = {}) {
  const headers = { cookie, ...(origin && { origin }) }
  const init = { method, headers, ...(method === 'POST' && { body }) }
  const [route = ''] = path.split('?')
  const context = { params: Promise.resolve({ nextauth: route.split('/') }) }
  const request = new NextRequest(`http://localhost/api/auth/${path}`, init)
  return method === 'GET' ? GET(request, context) : POST(request, context)
}
const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status

test('a body of up to 16 KiB reaches next-auth unchanged, and a larger one doesn’t', async () => {
  const body = `email=${'x'.repeat(16 * 1024 - 6)}`
  await call('POST', PASSWORD, { body })
  expect(await statusOf('POST', PASSWORD, { body: `${body}x` })).toBe(413)
  expect(seen).toEqual([body])
})

test('a body that makes next-auth throw is a bad request, and the response doesn’t quote the error', async () => {
  const response = await call('POST', PASSWORD, { body: 'hunter2' })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'not_readable' })
})

test('a malformed callback URL is rejected, and a cookie with one is deleted', async () => {
  for (const callbackUrl of ['x', 'javascript:1', 'http://['])
    expect(await statusOf('GET', `csrf?callbackUrl=${callbackUrl}`), callbackUrl).toBe(400)
  for (const callbackUrl of ['', '/admin', 'http://localhost:3000/admin'])
    expect(await statusOf('GET', `csrf?callbackUrl=${callbackUrl}`), callbackUrl).toBe(200)
  // next-auth uses the last one.
  expect(await statusOf('GET', 'csrf?callbackUrl=/admin&callbackUrl=x')).toBe(400)
  const refused = await call('GET', 'csrf', { cookie: 'staff-callback-url-3000=x' })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('set-cookie')).toMatch(/^staff-callback-url-3000=;.*Max-Age=0/)
})

test.each([
  ['a password in a URL', 'GET', PASSWORD, 405],
  // A further segment doesn't bypass the limit, and nobody can write into the log.
  ['a further segment of a sign-in', 'POST', 'signin/oidc/x', 404],
  ['a further segment of a callback', 'POST', 'callback/oidc/x', 404],
  ['the client’s log', 'POST', '_log', 404],
] as const)('%s never reaches next-auth', async (_, method, path, status) => {
  const before = seen.length
  expect(await statusOf(method, path)).toBe(status)
  expect(seen).toHaveLength(before)
})

const STATE_COOKIE = 'staff-state-3000'
async function startedWith(state: string) {
  const token = { value: state, provider: 'oidc' }
  const { NEXTAUTH_SECRET: secret = '' } = process.env
  return { cookie: `${STATE_COOKIE}=${await encode({ token, secret, salt: STATE_COOKIE })}` }
}
const ANSWER = 'callback/oidc?code=x&state=y'
const OWN = 'http://localhost:3000'

test('only requests of a sign-in from our own page are counted and may reach the identity provider', async () => {
  const [counted, reached] = [limit.counted, seen.length]
  expect((await call('GET', ANSWER)).headers.get('location')).toBe(
    `${OWN}/admin/sign-in?error=OAuthCallback`,
  )
  expect(await statusOf('POST', ANSWER)).toBe(403)
  // During a sign-in, the browser also sends the cookie when a person follows a link on another page.
  for (const sent of [await startedWith('another'), { cookie: `${STATE_COOKIE}=x` }])
    expect((await call('GET', ANSWER, sent)).headers.get('location')).toMatch(
      /error=OAuthCallback$/,
    )
  for (const origin of ['https://elsewhere.example', 'null'])
    expect(await statusOf('POST', 'signin/oidc', { origin })).toBe(403)
  expect(seen).toHaveLength(reached)
  // This GET only redirects to the sign-in page.
  expect(await statusOf('GET', 'signin/oidc')).toBe(200)
  expect(limit.counted).toBe(counted)
  expect(await statusOf('POST', 'signin/oidc', { origin: OWN })).toBe(200)
  expect(await statusOf('GET', ANSWER, await startedWith('y'))).toBe(200)
  expect(limit.counted).toBe(counted + 2)
})

test('after too many sign-ins, the identity provider isn’t asked, and the sign-in page says why', async () => {
  limit.isReached = true
  const before = seen.length
  const url = `${OWN}/admin/sign-in?error=TooManyTries`
  const back = await call('GET', ANSWER, await startedWith('y'))
  expect(back.headers.get('location')).toBe(url)
  const start = await call('POST', 'signin/oidc', { origin: OWN })
  expect(start.status).toBe(429)
  // next-auth's client opens this URL.
  expect(await start.json()).toEqual({ url })
  expect(seen).toHaveLength(before)
  // Signing in with a password calls no provider.
  expect(await statusOf('POST', PASSWORD)).toBe(200)
})

test('a sign-out that ends no session says so, and keeps the cookie', async () => {
  expect(await statusOf('POST', 'signout')).toBe(200)
  signOut.mockRejectedValueOnce(new Error('the database is away'))
  const response = await call('POST', 'signout')
  expect(response.status).toBe(503)
  expect(response.headers.get('set-cookie')).toBeNull()
})
