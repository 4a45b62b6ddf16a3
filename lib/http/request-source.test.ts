import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { NextRequest } from 'next/server'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { GET as getStatus } from '@/app/api/inquiries/current/route'
import { proxy } from '@/proxy'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { testEnvironment } from '../testing/test-environment'
import { findRefusal } from './request-source'

beforeAll(() => {
  Object.assign(process.env, { DATABASE_URL: 'postgresql://u:p@db.example/app' })
  Object.assign(process.env, testEnvironment('http://localhost:4000'))
})
afterEach(() => vi.restoreAllMocks())

const DEMO = {
  STAFF_SIGN_IN: 'demo',
  usesPublished: true,
  isBehindProxy: false,
  NEXTAUTH_URL: 'http://localhost:3000',
} as const
const LIVE = {
  STAFF_SIGN_IN: 'oidc',
  usesPublished: false,
  isBehindProxy: false,
  NEXTAUTH_URL: 'https://shop.example',
} as const

/** Returns the proxy's answer; 200 means that it passes the request on. */
async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  return proxy(new NextRequest(`http://localhost:3000${path}`, { method, headers }))
}

describe('the demo', () => {
  // lib/runtime/env.test.ts has every form of a local name.
  test.each([
    ['localhost:3000', 200],
    ['192.168.0.7:3000', 200],
    ['203.0.113.7:3000', 200],
    ['app-1:3000', 200],
    ['[2001:db8::1]:3000', 200],
    ['rebound.example', 421],
    ['127.0.0.1.example', 421],
    ['', 421],
  ])(
    'asked for by the name "%s", which a page elsewhere could choose, answers %i',
    async (host, status) => {
      Object.assign(env(), DEMO)
      for (const path of ['/admin', '/api/auth/csrf', '/api/admin/inquiries/1/documents'])
        expect((await ask(path, { host })).status).toBe(status)
      // The proxy doesn't match this route. Outside of Next it finds no cookies, which it reports as 503.
      const request = new Request('http://localhost', { headers: { host } })
      expect((await getStatus(request)).status).toBe(status === 200 ? 503 : status)
    },
  )

  test('accepts forms from the host at which it was opened', async () => {
    Object.assign(env(), DEMO)
    const sent = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }
    expect((await ask('/apply', sent, 'POST')).status).toBe(200)
  })
})

describe('the server’s answer', () => {
  /** @param remoteAddress the client's address; `localAddress` is the one that it connects to */
  const statusFor = (
    remoteAddress: string | undefined,
    localAddress = '192.168.0.7',
    host = 'localhost',
  ) => findRefusal(request(remoteAddress, localAddress, host))?.status ?? 200
  function request(remoteAddress: string | undefined, localAddress: string, host: string) {
    const socket = new Socket()
    const addresses = {
      remoteAddress: { value: remoteAddress },
      localAddress: { value: localAddress },
    }
    const made = new IncomingMessage(Object.defineProperties(socket, addresses))
    made.headers.host = host
    return made
  }

  test.each([
    ['127.0.0.1', 200],
    ['127.3.2.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    // This machine connects to its own address.
    ['192.168.0.7', 200],
    ['192.168.0.8', 403],
    ['::ffff:192.168.0.8', 403],
    ['fe80::1', 403],
    ['203.0.113.1', 403],
    [undefined, 403],
  ])('while a secret is published, %s gets %i', (address, status) => {
    Object.assign(env(), DEMO)
    expect(statusFor(address)).toBe(status)
    Object.assign(env(), DEMO, { STAFF_SIGN_IN: 'oidc' })
    expect(statusFor(address)).toBe(status)
    Object.assign(env(), DEMO, { isBehindProxy: true })
    expect(statusFor(address)).toBe(200)
    Object.assign(env(), LIVE)
    expect(statusFor(address)).toBe(200)
  })

  test('a foreign name is refused on every path, behind a proxy too', () => {
    Object.assign(env(), DEMO)
    expect(statusFor('127.0.0.1', '127.0.0.1', 'rebound.example')).toBe(421)
    Object.assign(env(), DEMO, { isBehindProxy: true })
    expect(statusFor('172.18.0.5', '172.18.0.2', 'rebound.example')).toBe(421)
    Object.assign(env(), LIVE)
    expect(statusFor('10.0.0.1', '10.0.0.2', 'internal')).toBe(200)
  })
})

test('in production, any host is served, since the balancer knows the names, and over HTTPS only', async () => {
  Object.assign(env(), LIVE)
  const answer = await ask('/admin', { host: 'internal:3000' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test.each(['shop.example, lb.internal', 'lb.internal, shop.example', 'lb.internal'])(
  'behind proxies that send X-Forwarded-Host "%s", the app accepts its own form',
  async (forwarded) => {
    Object.assign(env(), LIVE)
    const sent = { host: '10.0.0.5:3000', 'x-forwarded-host': forwarded }
    const answer = await ask('/apply', { ...sent, origin: 'https://shop.example' }, 'POST')
    expect(answer.status).toBe(200)
    // Next compares the origin with this header.
    expect(answer.headers.get('x-middleware-request-x-forwarded-host')).toBe('shop.example')
  },
)

test.each([
  'https://elsewhere.example',
  'http://shop.example',
  'null',
  'x',
  'https://10.0.0.5:3000',
])('a form from %s is refused, and the log says what was compared', async (origin) => {
  Object.assign(env(), LIVE)
  const warn = vi.spyOn(log, 'warn')
  const answer = await ask('/apply', { host: '10.0.0.5:3000', origin }, 'POST')
  expect(answer.status).toBe(403)
  expect(warn).toHaveBeenCalledWith('origin_refused', {
    origin,
    expected: 'https://shop.example',
  })
})
