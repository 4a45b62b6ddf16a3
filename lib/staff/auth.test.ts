import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import { ROLE_RULES } from '../roles'
import { env } from '../runtime/env'
import { newStaff, withTestApp } from '../testing/test-app'

const jar = new Map<string, string>()
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-forwarded-for': '192.0.2.1', 'x-page': '/admin/audit' }),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    has: (name: string) => jar.has(name),
  }),
}))
const { authOptions, getStaff, pageAfterSignIn, requireStaff, signInFor } = await import('./auth')
const { admit, checkDemoPassword, COMMAND_ISSUER } = await import('./sign-in')
const { listStaff, setBlocked } = await import('../back-office/staff-list')

withTestApp()
afterEach(() => jar.clear())

const newPerson = (role: 'VIEWER' | 'REVIEWER' | 'ADMIN' | null = 'VIEWER') => {
  const subject = randomUUID()
  return { issuer: 'https://id.example', subject, email: `${subject}@x.example`, name: 'Lu', role }
}
async function signIn(person = newPerson()) {
  const admitted = await admit(person)
  if (typeof admitted === 'string') throw new Error(admitted)
  await holdSession(admitted.id, admitted.sessionVersion)
  return admitted
}
async function holdSession(
  sub: string,
  sessionVersion: number,
  signedInAt = Date.now(),
): Promise<void> {
  const token = { sub, signedInAt, sessionVersion }
  jar.set('staff-session-3000', await encode({ token, secret: env().NEXTAUTH_SECRET }))
}
const load = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const outcomes = async (subject: string) =>
  (await db().auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ outcome }) => outcome,
  )
const HOUR_MS = 3_600_000

test('the provider follows STAFF_SIGN_IN, and outside the demo its people get no access, not even with an older session', async () => {
  const providers = () => authOptions().providers.map(({ id }) => id)
  const { id } = await signIn({ ...newPerson(), issuer: 'demo' })
  // Checks single entries and not the whole list, because a merchant may add a provider for customers.
  expect(providers()).toContain('credentials')
  expect(providers()).not.toContain('oidc')
  expect(await getStaff()).toMatchObject({ id })
  env().STAFF_SIGN_IN = 'oidc'
  expect(providers()).toContain('oidc')
  expect(providers()).not.toContain('credentials')
  expect(await getStaff()).toBeNull()
})

test('a session that the command creates is audited, and revives no ended one', async () => {
  const person = { ...newPerson('REVIEWER'), issuer: COMMAND_ISSUER }
  const { id, sessionVersion } = await signIn(person)
  expect(await outcomes(id)).toEqual(['command'])
  await db().user.update({ where: { id }, data: { seenAt: new Date(Date.now() - HOUR_MS) } })
  await signIn(person)
  await holdSession(id, sessionVersion)
  expect(await getStaff()).toBeNull()
})

test('the first sign-in creates the user, and later ones update the role and the address', async () => {
  const person = newPerson()
  const { id } = await signIn(person)
  expect(await getStaff()).toMatchObject({ id, role: 'VIEWER' })
  expect(await signIn({ ...person, email: 'new@x.example', role: 'ADMIN' })).toMatchObject({ id })
  expect(await getStaff()).toMatchObject({ id, role: 'ADMIN' })
  expect(await load(id)).toMatchObject({ email: 'new@x.example' })
})

test('another person with the same address is another user', async () => {
  const person = newPerson()
  const { id } = await signIn(person)
  expect((await signIn({ ...person, subject: randomUUID() })).id).not.toBe(id)
  expect((await signIn({ ...person, issuer: 'https://other.example' })).id).not.toBe(id)
})

test('a person without a role gets no access, and losing the role ends the sessions', async () => {
  expect(await admit(newPerson(null))).toBe('NoRole')
  const person = newPerson()
  const { id } = await signIn(person)
  expect(await admit({ ...person, role: null })).toBe('NoRole')
  expect(await getStaff()).toBeNull()
  expect(await outcomes(id)).toEqual(['oidc', 'no_role'])
})

test('an unknown role gives no access, not even the name of an inherited property', async () => {
  const { id } = await signIn()
  await db().user.update({ where: { id }, data: { role: 'toString' } })
  expect(await getStaff()).toBeNull()
})

test('a page that a role may not open leads to the first one that it may, and never back to itself', async () => {
  await signIn()
  const { may } = ROLE_RULES.VIEWER
  onTestFinished(() => void Object.assign(ROLE_RULES.VIEWER, { may }))
  const leadsTo = (page: Parameters<typeof requireStaff>[0]) =>
    requireStaff(page).then(
      () => page,
      (reason: unknown) => String(Object(reason).digest),
    )
  expect(await leadsTo('/admin/staff')).toContain(';/admin;')
  Object.assign(ROLE_RULES.VIEWER, { may: ['audit.see'] })
  expect(await leadsTo('/admin')).toContain(';/admin/audit;')
  expect(await leadsTo('/admin/audit')).toBe('/admin/audit')
  Object.assign(ROLE_RULES.VIEWER, { may: [] })
  expect(await leadsTo('/admin')).toContain('404')
})

test('a session that has ended leads to sign-in with the reason, and from there back', async () => {
  const target = () =>
    requireStaff('/admin/audit').catch((reason: unknown) => String(Object(reason).digest))
  const back = ';/admin/sign-in?callbackUrl=%2Fadmin%2Faudit'
  expect(await target()).toContain(`${back};`)
  const { id } = await signIn()
  await db().user.update({ where: { id }, data: { seenAt: new Date(Date.now() - HOUR_MS) } })
  expect(await target()).toContain(`${back}&error=SessionEnded;`)
})

test('a session ends eight hours after sign-in', async () => {
  const { id, sessionVersion } = await signIn()
  await holdSession(id, sessionVersion, Date.now() - 7.9 * HOUR_MS)
  expect(await getStaff()).toMatchObject({ id })
  await holdSession(id, sessionVersion, Date.now() - 8 * HOUR_MS)
  expect(await getStaff()).toBeNull()
})

test('while the database refuses writes, whoever is signed in stays so', async () => {
  const { id } = await signIn()
  await db().user.update({ where: { id }, data: { seenAt: new Date(Date.now() - 120_000) } })
  const url = process.env.DATABASE_URL ?? ''
  const readOnly = `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only`
  await db().$executeRawUnsafe(`${readOnly} = on`)
  await db().$disconnect()
  const staff = await getStaff().catch((error: unknown) => error)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('SET default_transaction_read_only = off')
  await admin.query(`${readOnly} = off`)
  await admin.end()
  await db().$disconnect()
  expect(staff).toMatchObject({ id })
})

test('sessions end after half an hour without a request, and signing in again doesn’t revive them', async () => {
  const person = newPerson()
  const { id, sessionVersion } = await signIn(person)
  const idle = (minutes: number) =>
    db().user.update({
      where: { id },
      data: { seenAt: new Date(Date.now() - minutes * 60_000) },
    })
  await idle(29)
  expect(await getStaff()).toMatchObject({ id })
  expect((await load(id)).seenAt.getTime()).toBeGreaterThan(Date.now() - 10_000)
  await idle(31)
  expect(await getStaff()).toBeNull()
  await signIn(person)
  expect(await getStaff()).toMatchObject({ id })
  await holdSession(id, sessionVersion)
  expect(await getStaff()).toBeNull()
})

test('signing out ends every session, and an ended session can’t end newer ones', async () => {
  const { id, sessionVersion } = await signIn()
  const signOut = () => {
    const token = { sub: id, signedInAt: Date.now(), sessionVersion }
    return authOptions().events?.signOut?.({ token, session: { expires: '' } })
  }
  await signOut()
  expect(await getStaff()).toBeNull()
  const newer = (await load(id)).sessionVersion
  await signOut()
  await holdSession(id, newer)
  expect(await getStaff()).toMatchObject({ id })
})

test('blocking a person ends their sessions for good, and an admin can unblock them', async () => {
  const admin = newStaff('ADMIN')
  const person = newPerson()
  const { id } = await signIn(person)
  expect(await setBlocked(admin, id, true)).toBe(true)
  expect(await getStaff()).toBeNull()
  expect(await admit(person)).toBe('Blocked')
  expect(await setBlocked(admin, id, false)).toBe(true)
  expect(await getStaff()).toBeNull()
  await signIn(person)
  expect(await getStaff()).toMatchObject({ id })
  expect(await outcomes(id)).toEqual(['oidc', 'blocked', 'blocked', 'unblocked', 'oidc'])
  expect((await listStaff(admin)).items[0]).toMatchObject({ id, active: true })
})

test('the list of staff has each person once over its pages', async () => {
  const admin = newStaff('ADMIN')
  const at = new Date('2020-01-01T00:00:00Z')
  const people = Array.from({ length: 30 }, () => ({
    ...newPerson(),
    role: 'VIEWER',
    signedInAt: at,
  }))
  await db().user.createMany({ data: people })
  const found: string[] = []
  let after: string | undefined
  do {
    const page = await listStaff(admin, after)
    found.push(...page.items.map(({ id }) => id))
    after = page.nextCursor ?? undefined
  } while (after)
  expect(new Set(found).size).toBe(found.length)
  expect(found).toHaveLength(await db().user.count())
})

test('nobody can block themselves or an unknown user, and a viewer can block nobody', async () => {
  const ada = { ...newStaff('ADMIN'), ...(await signIn(newPerson('ADMIN'))) }
  expect(await setBlocked(ada, ada.id, true)).toBe(false)
  expect(await setBlocked(ada, randomUUID(), true)).toBe(false)
  await expect(setBlocked(newStaff('VIEWER'), ada.id, true)).rejects.toThrow('staff.manage')
  expect(await load(ada.id)).toMatchObject({ active: true })
})

test('the demo accepts its three people with its password, and audits a refusal without the address', async () => {
  const given = { email: 'Reviewer@example.com', password: 'northwind-demo' }
  expect(await checkDemoPassword(given)).toMatchObject({ issuer: 'demo', role: 'REVIEWER' })
  for (const change of [
    { password: 'wrong' },
    { email: 'stranger@example.com' },
    { password: null },
  ])
    expect(await checkDemoPassword({ ...given, ...change })).toBeNull()
  const refused = await db().auditEntry.findMany({ where: { outcome: 'wrong_password' } })
  expect(refused).toMatchObject([{ actor: 'nobody', subject: null }, { subject: null }])
  expect(refused.map((row) => Object.values(row).join(' ')).join()).not.toContain('example.com')
})

test.each([
  ['/admin/audit?actor=system', '/admin/audit?actor=system'],
  ['http://localhost:3000/admin/inquiries', '/admin/inquiries'],
  ['/admin', '/admin'],
  ['/admin/sign-in?error=x', '/admin'],
  ['/admin/audit/export', '/admin'],
  ['/admin/inquiries/export/?tab=x', '/admin'],
  ['/admin/audit/expor%74', '/admin'],
  ['/apply', '/admin'],
  ['https://elsewhere.example/admin/audit', '/admin'],
  ['//elsewhere.example/admin/audit', '/admin'],
  ['/\\elsewhere.example/admin/audit', '/admin'],
  ['/admin/..//elsewhere.example', '/admin'],
  ['javascript:alert(1)//admin/', '/admin'],
  ['blob:http://localhost:3000/admin/x', '/admin'],
  [['/admin/audit', '/admin/staff'], '/admin'],
  [undefined, '/admin'],
])('whoever asked for %j gets %s after signing in', (asked, page) => {
  expect(pageAfterSignIn(asked)).toBe(page)
})

test('sign-in leads back to the requested page', () => {
  expect(signInFor('/admin/audit?actor=a')).toBe(
    '/admin/sign-in?callbackUrl=%2Fadmin%2Faudit%3Factor%3Da',
  )
  for (const page of ['/admin', null]) expect(signInFor(page)).toBe('/admin/sign-in')
})
