// Staff sessions and sign-in limits, over HTTP.
import type { APIRequestContext } from '@playwright/test'
import { decode, encode, type JWT } from 'next-auth/jwt'
import pg from 'pg'
import { test as base, expect, NEEDS } from '../fixtures/access'
import { EXAMPLE } from '../fixtures/environment'
import { inviteColleague, signIn, signOut } from '../fixtures/visitors'

// These stories also need the database.
base.use({ ownStack: true })

const SECRET = EXAMPLE.NEXTAUTH_SECRET ?? ''
const SESSION_MS = 8 * 3_600_000

interface SessionFixtures {
  /** A newly invited colleague that no other story uses. */
  member: { email: string; password: string }
  /** A browser without cookies, whose requests come from this address. */
  browserAt: (address: string) => Promise<APIRequestContext>
}

const test = base.extend<SessionFixtures>({
  member: async ({ visitors }, use) => use(await inviteColleague(visitors.admin)),
  browserAt: async ({ playwright, app }, use) => {
    const browsers: APIRequestContext[] = []
    await use(async (address) => {
      const browser = await playwright.request.newContext({
        baseURL: app.appUrl,
        extraHTTPHeaders: { 'x-forwarded-for': address },
      })
      browsers.push(browser)
      return browser
    })
    for (const browser of browsers) await browser.dispose()
  },
})

/** Whether staff pages open, with the browser's own cookies or with a session cookie that was copied. */
async function isIn(browser: APIRequestContext, session?: string): Promise<boolean> {
  const headers = session === undefined ? undefined : { cookie: session }
  const answer = await browser.get('/admin', { headers, maxRedirects: 0 })
  return answer.status() === 200
}

/** The session cookie, as `name=value`. */
async function sessionOf(browser: APIRequestContext): Promise<string> {
  const { cookies } = await browser.storageState()
  const session = cookies.find(({ name }) => name.startsWith('staff-session'))
  return session ? `${session.name}=${session.value}` : ''
}

/** The session as if its owner had signed in this long ago, in a newly issued cookie. */
async function signedInAgo(session: string, agoMs: number): Promise<string> {
  const [name, token] = session.split('=')
  const claims: JWT = (await decode({ token, secret: SECRET })) ?? {}
  const signedInAt = Date.now() - agoMs
  return `${name}=${await encode({ token: { ...claims, signedInAt }, secret: SECRET })}`
}

/** Makes the account older, because a new one refuses sessions from before it existed. */
async function allowOldSessions(databaseUrl: string, email: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `UPDATE "User" SET "sessionsFrom" = "sessionsFrom" - interval '1 day' WHERE "email" = $1`,
    [email],
  )
  await database.end()
}

/** Uses a session. @returns the cookie with which next-auth renews it */
async function refresh(browser: APIRequestContext, session: string): Promise<string> {
  const answer = await browser.get('/api/auth/session', {
    headers: { cookie: session },
  })
  const [name] = session.split('=')
  const cookie = answer.headersArray().find(({ value }) => value.startsWith(`${name}=`))?.value
  return cookie?.split(';')[0] ?? `${name}=`
}

test('a copied session ends when its owner signs out', NEEDS, async ({ browserAt, member }) => {
  const owner = await browserAt('203.0.113.1')
  expect(await signIn(owner, member)).toBeNull()
  const copy = await sessionOf(owner)
  const thief = await browserAt('203.0.113.2')
  expect(await isIn(thief, copy)).toBe(true)

  await signOut(owner)
  expect(await isIn(thief, copy)).toBe(false)
  expect(await isIn(thief, await refresh(thief, copy))).toBe(false)

  // It can't be used to sign its owner out, either.
  expect(await signIn(owner, member)).toBeNull()
  const { csrfToken } = await (await thief.get('/api/auth/csrf')).json()
  const { cookies } = await thief.storageState()
  const own = cookies.map(({ name, value }) => `${name}=${value}`)
  await thief.post('/api/auth/signout', {
    form: { csrfToken, json: 'true' },
    headers: { cookie: [...own, copy].join('; ') },
  })
  expect(await isIn(owner)).toBe(true)
})

test(
  'a session ends eight hours after sign-in, even if it is in use',
  NEEDS,
  async ({ browserAt, member, stack }) => {
    const browser = await browserAt('203.0.113.1')
    expect(await signIn(browser, member)).toBeNull()
    await allowOldSessions(stack.databaseUrl, member.email)
    const session = await sessionOf(browser)
    const young = await signedInAgo(session, SESSION_MS - 60_000)
    expect(await isIn(browser, young)).toBe(true)
    expect(await isIn(browser, await refresh(browser, young))).toBe(true)
    const old = await signedInAgo(session, SESSION_MS)
    expect(await isIn(browser, old)).toBe(false)
    expect(await isIn(browser, await refresh(browser, old))).toBe(false)
  },
)

test(
  "wrong passwords from elsewhere don't lock anyone out",
  NEEDS,
  async ({ browserAt, member }) => {
    const attacker = await browserAt('198.51.100.1')
    const wrong = { ...member, password: 'wrong' }
    for (let n = 0; n < 10; n++) expect(await signIn(attacker, wrong)).toBe('CredentialsSignin')
    expect(await signIn(attacker, member)).toBe('TooManyTries')
    expect(await signIn(await browserAt('203.0.113.1'), member)).toBeNull()
  },
)

test(
  'nobody can lock out a browser that has signed in before, even from its own network',
  NEEDS,
  async ({ browserAt, member }) => {
    const known = await browserAt('2001:db8:1:1::1')
    expect(await signIn(known, member)).toBeNull()
    await signOut(known)

    const neighbour = await browserAt('[2001:db8:1:1::2]:4711')
    const wrong = { ...member, password: 'wrong' }
    for (let n = 0; n < 10; n++) expect(await signIn(neighbour, wrong)).toBe('CredentialsSignin')
    expect(await signIn(neighbour, member)).toBe('TooManyTries')
    expect(await signIn(await browserAt('2001:db8:1:1::3'), member)).toBe('TooManyTries')
    expect(await signIn(known, member)).toBeNull()
  },
)
