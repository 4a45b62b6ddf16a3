// Sign-in with a real OpenID Connect provider over HTTP, in the variants of different providers.
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { NextRequest } from 'next/server'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../scripts/ports'
import { db } from '../database/db'
import { env, parseRoleClaim } from '../runtime/env'
import { log } from '../runtime/log'
import { withTestApp } from '../testing/test-app'

let current: NextRequest
// next-auth loads the module with `require`, so Vitest can't mock it.
Object.assign(createRequire(import.meta.url)('next/headers'), {
  headers: async () => current.headers,
  cookies: async () => current.cookies,
})
const { GET, POST } = await import('@/app/api/auth/[...nextauth]/route')
const { readPerson } = await import('./oidc')
const { explainFailure } = await import('./oidc-failure')

const APP = 'http://localhost:3000'
withTestApp()
let server: Server
let issuer = ''
/** The provider's claims about the next person who signs in. */
let claims: Record<string, unknown> = {}
/** The fault of the token endpoint's next answer. */
let fault: { takesMs?: number; idToken?: Record<string, unknown>; answer?: [number, object] } = {}
/** The last ID token that the provider issued. */
let idToken = ''

/** One client for each signing algorithm. */
const CLIENTS = ['RS256', 'ES256', 'PS256'] as const

beforeAll(async () => {
  const port = await findFreePort()
  issuer = `http://127.0.0.1:${port}`
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider(issuer, {
    clients: CLIENTS.map((alg) => ({
      client_id: alg,
      client_secret: 'the-clients-secret',
      id_token_signed_response_alg: alg,
      redirect_uris: [`${APP}/api/auth/callback/oidc`],
    })),
    enabledJWA: { idTokenSigningAlgValues: [...CLIENTS] },
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['the-keys-of-the-tests'] },
    jwks: {
      keys: [
        { ...rsa.export({ format: 'jwk' }), use: 'sig', kid: 'rsa' },
        { ...ec.export({ format: 'jwk' }), use: 'sig', kid: 'ec', alg: 'ES256' },
      ],
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims }) }),
  })
  provider.use(async (context, next) => {
    await next()
    if (context.path !== '/token') return
    if (fault.takesMs) await delay(fault.takesMs)
    idToken = Object(context.body).id_token
    if (fault.idToken) {
      const [head, payload = ''] = idToken.split('.')
      const changed = { ...JSON.parse(`${Buffer.from(payload, 'base64url')}`), ...fault.idToken }
      const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
      idToken = `${signed}.${createSign('RSA-SHA256').update(signed).sign(rsa, 'base64url')}`
      context.body = { ...Object(context.body), id_token: idToken }
    }
    if (fault.answer) [context.status, context.body] = fault.answer
  })
  server = provider.listen(port)
})
beforeEach(() => {
  fault = {}
  Object.assign(env(), {
    STAFF_SIGN_IN: 'oidc',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'RS256',
    OIDC_CLIENT_SECRET: 'the-clients-secret',
    OIDC_ROLE_CLAIM: parseRoleClaim('groups idv viewers=viewer, idv-reviewers=reviewer'),
  })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

/** Imitates a browser: keeps the cookies of each origin, and follows redirects. @returns the URL at which the sign-in ends */
async function signIn(
  login: string,
  watch: (url: string, forget: () => void) => void = () => {},
): Promise<string> {
  const jars: Record<string, Map<string, string>> = {}
  const go = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const { origin, pathname } = new URL(url)
    watch(url, () => jars[origin]?.clear())
    const jar = jars[origin] ?? new Map<string, string>()
    jars[origin] = jar
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const body = form && new URLSearchParams(form).toString()
    const init = { method: form ? 'POST' : 'GET', headers, ...(body ? { body } : {}) }
    let response: Response
    if (origin === APP) {
      current = new NextRequest(url, init)
      const nextauth = pathname.replace('/api/auth/', '').split('/')
      response = await (form ? POST : GET)(current, { params: Promise.resolve({ nextauth }) })
    } else response = await fetch(url, { ...init, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }
  const { csrfToken } = await (await go(`${APP}/api/auth/csrf`)).json()
  let response = await go(`${APP}/api/auth/signin/oidc`, { csrfToken, callbackUrl: `${APP}/admin` })
  let at = `${APP}/api/auth/signin/oidc`
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location')
    if (location !== null) {
      at = new URL(location, at).href
      if (new URL(at).origin === APP && !at.includes('/api/auth/')) return at.slice(APP.length)
      response = await go(at)
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1]
    if (!prompt) throw new Error(`${response.status} at ${at}`)
    response = await go(at, { prompt, login, password: 'any' })
  }
  throw new Error('too many redirects')
}

const roleOf = async (subject: string) =>
  (await db().user.findUnique({ where: { issuer_subject: { issuer, subject } } }))?.role

test.each(CLIENTS)('an ID token signed with %s is accepted', async (client) => {
  env().OIDC_CLIENT_ID = client
  claims = { email: 'a@x.example', email_verified: true, groups: ['idv viewers'] }
  expect(await signIn(`alg-${client}`)).toBe('/admin')
  expect(await roleOf(`alg-${client}`)).toBe('VIEWER')
})

test.each([
  ['a verified address', { email_verified: true }, '/admin'],
  ['the string "true", as Cognito sends it', { email_verified: 'true' }, '/admin'],
  ['no such claim, as Entra does', {}, '/admin'],
  ['an unverified address', { email_verified: false }, '/admin/sign-in?error=EmailNotVerified'],
  ['the string "false"', { email_verified: 'false' }, '/admin/sign-in?error=EmailNotVerified'],
])('with %s, a sign-in ends at the right page', async (_, verified, page) => {
  claims = { email: 'b@x.example', groups: 'idv viewers', ...verified }
  expect(await signIn(`verified-${JSON.stringify(verified)}`)).toBe(page)
})

test.each([
  ['one value', 'idv-reviewers', 'REVIEWER'],
  [
    'several values, of which the most powerful counts',
    ['x', 'idv-reviewers', 'idv viewers'],
    'REVIEWER',
  ],
  ['only values without a role', ['x', 'admin'], undefined, '2 other values'],
  ['no claim', undefined, undefined, 'no such claim'],
  ['something else', { idv: true }, undefined, '0 other values'],
])('the role comes from a claim with %s', async (name, groups, role, got = '') => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  claims = { email: 'c@x.example', groups }
  const page = role ? '/admin' : '/admin/sign-in?error=NoRole'
  expect(await signIn(name)).toBe(page)
  expect(await roleOf(name)).toBe(role)
  const expected = 'groups: idv viewers, idv-reviewers'
  const lines = warn.mock.calls.filter(([event]) => event === 'no_role_in_claim')
  expect(lines).toEqual(got ? [['no_role_in_claim', { expected, got }]] : [])
})

test('a sign-in is bound to its browser, and its answer signs nobody in elsewhere', async () => {
  claims = { email: 'd@x.example', groups: 'idv viewers' }
  let asked = new URLSearchParams()
  const page = await signIn('stolen', (url, forget) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/auth') asked = searchParams
    if (pathname === '/api/auth/callback/oidc') forget()
  })
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked.get(name)?.length, name).toBeGreaterThan(30)
  expect(page).toMatch(/^\/admin\/sign-in\?.*error=OAuthCallback/)
  expect(await roleOf('stolen')).toBeUndefined()
})

const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow
const CLOCKS = '; compare this machine’s clock with the provider’s'
const aTime = expect.stringMatching(/^\d{10}$/)
const aHash = expect.stringMatching(/^hmac:[0-9a-f]{12}$/)

test('a provider whose clock is a few seconds ahead signs people in', async () => {
  claims = { email: 'f@x.example', groups: 'idv viewers' }
  fault = { idToken: { nbf: seconds(8), iat: seconds(8) } }
  expect(await signIn('ahead')).toBe('/admin')
})

test('the app waits for a token endpoint that takes four seconds', async () => {
  claims = { email: 'g@x.example', groups: 'idv viewers' }
  fault = { takesMs: 4_000 }
  expect(await signIn('slow')).toBe('/admin')
})

test.each<[string, typeof fault, () => object]>([
  [
    'a clock that is a minute ahead',
    { idToken: { nbf: seconds(60) } },
    () => ({ reason: `JWT not active yet: nbf${CLOCKS}`, expected: aTime, got: aTime }),
  ],
  [
    'an expired token',
    { idToken: { exp: seconds(-60) } },
    () => ({ reason: `JWT expired: exp${CLOCKS}`, expected: aTime, got: aTime }),
  ],
  [
    'another issuer',
    { idToken: { iss: 'https://jane.doe.example' } },
    () => ({ reason: 'unexpected iss value', expected: issuer, got: aHash }),
  ],
  [
    'a token for another client',
    { idToken: { aud: 'jane.doe' } },
    () => ({ reason: 'aud mismatch', expected: 'RS256', got: aHash }),
  ],
  [
    'the token of another sign-in',
    { idToken: { nonce: 'jane.doe' } },
    () => ({ reason: 'nonce mismatch', expected: aHash, got: aHash }),
  ],
  [
    'a refusal of the code',
    { answer: [400, { error: 'invalid_grant', error_description: 'jane.doe is away' }] },
    () => ({ reason: 'invalid_grant' }),
  ],
  [
    'a page of a gateway',
    { answer: [502, { page: 'jane.doe' }] },
    () => ({ reason: 'unexpected status', status: '502' }),
  ],
])(
  'after %s, the log says which check failed, and nothing of the person',
  async (_, what, said) => {
    const warn = vi.spyOn(log, 'warn')
    fault = what
    expect(await signIn('jane.doe')).toMatch(/error=OAuthCallback/)
    const [failure] = warn.mock.calls.filter(([event]) => event === 'sign_in_failed')
    expect(failure?.[1]).toMatchObject({ kind: 'OAUTH_CALLBACK_ERROR', ...said() })
    const line = JSON.stringify(failure)
    for (const secret of ['jane', ...idToken.split('.')]) expect(line).not.toContain(secret)
    expect(line).not.toContain(createHash('sha256').update('jane.doe').digest('hex').slice(0, 12))
  },
)

test('the log says how long the app waited for a silent provider', () => {
  const late = Object.assign(new Error('outgoing request timed out after 10000ms'), {
    name: 'RPError',
  })
  late.stack = `RPError: ${late.message}`
  expect(explainFailure(late)).toEqual({
    error: 'RPError',
    reason: 'outgoing request timed out after 10000ms',
  })
})

test('an image with the callback’s URL on another page calls nobody and uses up no attempts', async () => {
  const discover = vi.fn()
  server.on('request', discover)
  const counted = await db().rateLimiterFlexible.count()
  for (let n = 0; n < 5; n++) {
    current = new NextRequest(`${APP}/api/auth/callback/oidc?code=x&state=y`)
    const answer = await GET(current, {
      params: Promise.resolve({ nextauth: ['callback', 'oidc'] }),
    })
    expect(answer.headers.get('location')).toBe(`${APP}/admin/sign-in?error=OAuthCallback`)
  }
  server.off('request', discover)
  expect(discover).not.toHaveBeenCalled()
  expect(await db().rateLimiterFlexible.count()).toBe(counted)
})

test('an error code with a line break is a bad request, and any other reaches the sign-in page', async () => {
  const ask = (code: string) => {
    current = new NextRequest(`${APP}/api/auth/error?error=${code}`)
    return GET(current, { params: Promise.resolve({ nextauth: ['error'] }) })
  }
  expect((await ask('x%0D%0Aset-cookie:x')).status).toBe(400)
  const location = (await ask('//elsewhere.example')).headers.get('location')
  expect(location).toBe('/admin/sign-in?error=//elsewhere.example')
})

test('while the database is down, a sign-in ends with a code that quotes nothing of the error', async () => {
  claims = { email: 'e@x.example', groups: 'idv viewers' }
  const away = new Error("Can't reach database server at `db.internal:5432`")
  vi.spyOn(db(), '$transaction').mockRejectedValue(away)
  expect(await signIn('outage')).toBe('/admin/sign-in?error=Unavailable')
})

describe('OIDC_ROLE_CLAIM', () => {
  test('a value may contain colons, spaces and equals signs', () => {
    const rule = parseRoleClaim('cognito:groups the viewers = viewer, a=b=admin')
    expect(rule?.claim).toBe('cognito:groups')
    expect([...(rule?.roles ?? [])]).toEqual([
      ['the viewers', 'VIEWER'],
      ['a=b', 'ADMIN'],
    ])
  })
  test.each([' ', 'groups x', 'groups x=owner', 'groups =admin', 'groups x=admin,'])(
    '%j is refused',
    (text) => expect(parseRoleClaim(text)).toBeNull(),
  )
})

test('a name or an address longer than its column is cut', () => {
  const read = readPerson({ sub: 's'.repeat(255), name: 'a\0b' })
  expect(read).toMatchObject({ email: 's'.repeat(254), name: 'ab' })
  expect(readPerson({ sub: 's'.repeat(255) })).toMatchObject({ name: 's'.repeat(120) })
})

test.each([
  [
    { email: '', preferred_username: 'lu' },
    { email: 'lu', name: 'lu' },
  ],
  [
    { email: 'Lu@x.example', name: '' },
    { email: 'lu@x.example', name: 'lu@x.example' },
  ],
  [
    { email: ' ', name: '\u200b\u2060' },
    { email: 'the-subject', name: 'the-subject' },
  ],
  [
    { email: 5, name: null },
    { email: 'the-subject', name: 'the-subject' },
  ],
  [{ name: 'A\u202Eda\u0007\u2066 \u2028Min' }, { name: 'Ada Min' }],
  // Names in Persian or Hindi, and emoji, need joiners.
  [{ name: 'نیم\u200cفاصله' }, { name: 'نیم\u200cفاصله' }],
  [{ name: 'Ada \ud800' }, { name: 'Ada \ufffd' }],
])('of the claims %j, the screens show %j', (given, shown) => {
  expect(readPerson({ sub: 'the-subject', ...given })).toMatchObject(shown)
})
