import { NextRequest } from 'next/server'
import type { AuthOptions } from 'next-auth'
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
const limit = { isReached: false }
vi.mock('@/lib/limits', () => ({
  isWithin: async () => !limit.isReached,
  networkOf: () => '192.0.2.1',
}))
const signOut = vi.fn()
vi.mock('@/lib/auth', () => ({
  authOptions: () => ({ events: { signOut } }),
  SIGN_IN: '/admin/sign-in',
}))
const { GET, POST } = await import('./route')

beforeAll(() => {
  const DATABASE_URL = 'postgresql://localhost/none'
  Object.assign(process.env, testEnvironment('http://localhost:4000'), { DATABASE_URL })
})

const post = (body: string) =>
  POST(
    new NextRequest('http://localhost/api/auth/callback/credentials', { method: 'POST', body }),
    {
      params: Promise.resolve({ nextauth: ['callback', 'credentials'] }),
    },
  )

test('a body of up to 16 KiB reaches next-auth unchanged', async () => {
  const body = `email=${'x'.repeat(16 * 1024 - 6)}`
  await post(body)
  expect(seen).toEqual([body])
})

test('a larger body is rejected before next-auth sees it', async () => {
  seen.length = 0
  const response = await post('x'.repeat(16 * 1024 + 1))
  expect(response.status).toBe(413)
  expect(seen).toEqual([])
})

test('a body that makes next-auth throw is a bad request, and the response doesn’t quote the error', async () => {
  const response = await post('hunter2')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'not_readable' })
})

test('a password can only be posted', async () => {
  seen.length = 0
  const request = new NextRequest('http://localhost/api/auth/callback/credentials')
  const params = Promise.resolve({ nextauth: ['callback', 'credentials'] })
  const response = await GET(request, { params })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
  expect(seen).toEqual([])
})

test('a callback URL that is none is rejected, and such a cookie deleted', async () => {
  const get = (query: string, cookie = '') =>
    GET(new NextRequest(`http://localhost/api/auth/csrf${query}`, { headers: { cookie } }), {
      params: Promise.resolve({ nextauth: ['csrf'] }),
    })
  for (const callbackUrl of ['x', 'javascript:1', 'http://['])
    expect((await get(`?callbackUrl=${callbackUrl}`)).status, callbackUrl).toBe(400)
  for (const callbackUrl of ['', '/admin', 'http://localhost:3000/admin'])
    expect((await get(`?callbackUrl=${callbackUrl}`)).status, callbackUrl).toBe(200)
  const refused = await get('', 'staff-callback-url-3000=x')
  expect(refused.status).toBe(400)
  expect(refused.headers.get('set-cookie')).toMatch(/^staff-callback-url-3000=;.*Max-Age=0/)
})

test.each(['x%0A%7B%7D', '%00', '%E2%82%AC', ''])(
  'the malformed error code %j is rejected',
  async (code) => {
    const request = new NextRequest(`http://localhost/api/auth/error?error=${code}`)
    const response = await GET(request, { params: Promise.resolve({ nextauth: ['error'] }) })
    expect(response.status).toBe(400)
  },
)

test('a flood of made-up answers stops reaching the organisation', async () => {
  limit.isReached = true
  const flood = new NextRequest('http://localhost/api/auth/callback/oidc?code=x&state=y')
  const context = { params: Promise.resolve({ nextauth: ['callback', 'oidc'] }) }
  const before = seen.length
  expect((await GET(flood, context)).status).toBe(429)
  expect(seen).toHaveLength(before)
  // Signing in with a password asks nobody else.
  expect((await post('')).status).toBe(200)
})

test('a further segment doesn’t get past the limit, and nobody writes into the log', async () => {
  limit.isReached = true
  const before = seen.length
  for (const nextauth of [['signin', 'oidc', 'x'], ['callback', 'oidc', 'x'], ['_log']]) {
    const params = Promise.resolve({ nextauth })
    const url = `http://localhost/api/auth/${nextauth.join('/')}`
    expect(
      (await POST(new NextRequest(url, { method: 'POST', body: '' }), { params })).status,
    ).toBe(404)
  }
  expect(seen).toHaveLength(before)
})

test('a sign-out that ends no session says so, and keeps the cookie', async () => {
  const leave = () =>
    POST(new NextRequest('http://localhost/api/auth/signout', { method: 'POST', body: '' }), {
      params: Promise.resolve({ nextauth: ['signout'] }),
    })
  expect((await leave()).status).toBe(200)
  signOut.mockRejectedValueOnce(new Error('the database is away'))
  const response = await leave()
  expect(response.status).toBe(503)
  expect(response.headers.get('set-cookie')).toBeNull()
})
