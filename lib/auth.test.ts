import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from './db'
import { env } from './env'
import { hashPassword } from './passwords'
import type { Role } from './staff'
import { startTestApp, type TestApp } from './testing/test-app'

const jar = new Map<string, string>()
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-forwarded-for': '192.0.2.1' }),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    set: (name: string, value: string) => jar.set(name, value),
  }),
}))
const { authOptions, getAccount, getStaff } = await import('./auth')
const { checkPassword } = await import('./password-sign-in')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => {
  env().STAFF_SIGN_IN = 'password'
  env().OIDC_ISSUER = undefined
  jar.clear()
})

async function insertStaff(role: Role, password: string) {
  const email = `${randomUUID()}@example.com`
  const passwordHash = await hashPassword(password)
  return db().user.create({ data: { email, name: 'Somebody', role, passwordHash } })
}
async function holdSession(sub: string, claims: object = {}): Promise<void> {
  const token = { sub, signedInAt: Date.now() + 1_000, ...claims }
  const value = await encode({ token, secret: env().NEXTAUTH_SECRET })
  jar.set('staff-session-3000', value)
}
const providers = () => authOptions().providers.map(({ id }) => id)

test('with STAFF_SIGN_IN=oidc, nobody gets in with a password, not even with an older session', async () => {
  const { id, email } = await insertStaff('VIEWER', 'correct horse battery')
  const given = { email, password: 'correct horse battery' }
  await holdSession(id)
  expect(providers()).toEqual(['credentials'])
  expect(await checkPassword(given)).toMatchObject({ id })
  expect(await getStaff()).toMatchObject({ id })

  env().STAFF_SIGN_IN = 'oidc'
  env().OIDC_ISSUER = 'https://login.example'
  expect(providers()).toEqual(['oidc'])
  expect(await checkPassword(given)).toBeNull()
  expect(await getStaff()).toBeNull()
  await holdSession(id, { via: 'oidc' })
  expect(await getStaff()).toMatchObject({ id })
})

test.each([
  ['VIEWER', 'password', {}, true],
  ['REVIEWER', 'password', {}, false],
  ['ADMIN', 'password', {}, false],
  ['ADMIN', 'demo', {}, true],
  ['ADMIN', 'password', { via: 'oidc' }, true],
] as const)(
  'without a second factor, a %s with %s and %j gets in: %s',
  async (role, mode, claims, isIn) => {
    env().STAFF_SIGN_IN = mode
    const { id } = await insertStaff(role, 'correct horse battery')
    await holdSession(id, claims)
    expect((await getStaff()) !== null).toBe(isIn)
    expect(await getAccount()).toMatchObject({ staff: { id }, mustSetUp: !isIn })
  },
)

test('a session ends eight hours after sign-in, and when its owner signs out; a copy that has ended ends no newer one', async () => {
  const { id, sessionsFrom } = await insertStaff('VIEWER', 'correct horse battery')
  const claims = (hours: number, from = sessionsFrom) => ({
    signedInAt: Date.now() - hours * 3_600_000,
    sessionsFrom: from.getTime(),
  })
  await holdSession(id, claims(7.9))
  expect(await getStaff()).toMatchObject({ id })
  await holdSession(id, claims(8))
  expect(await getStaff()).toBeNull()

  const signOut = (token: object) =>
    authOptions().events?.signOut?.({ token: { sub: id, ...token }, session: { expires: '' } })
  await signOut(claims(0))
  await holdSession(id, claims(0))
  expect(await getStaff()).toBeNull()
  const { sessionsFrom: newer } = await db().user.findUniqueOrThrow({ where: { id } })
  await signOut(claims(0))
  await holdSession(id, claims(0, newer))
  expect(await getStaff()).toMatchObject({ id })
})

test('once there is a second factor, a session without it ends, in the demo too', async () => {
  env().STAFF_SIGN_IN = 'demo'
  const { id } = await insertStaff('REVIEWER', 'correct horse battery')
  await db().secondFactor.create({ data: { userId: id, secret: 'x', confirmedAt: new Date() } })
  await holdSession(id)
  expect(await getAccount()).toBeNull()
  await holdSession(id, { secondFactor: true })
  expect(await getStaff()).toMatchObject({ id })
})

test('nobody signs in with a password that is unconfirmed or published', async () => {
  const held = await insertStaff('VIEWER', 'correct horse battery')
  await db().user.update({ where: { id: held.id }, data: { heldByLink: randomUUID() } })
  const given = { email: held.email, password: 'correct horse battery' }
  await expect(checkPassword(given)).rejects.toThrow('NotConfirmed')
  await holdSession(held.id)
  expect(await getAccount()).toBeNull()

  const { email, id } = await insertStaff('VIEWER', 'northwind-demo')
  const published = { email, password: 'northwind-demo' }
  await expect(checkPassword(published)).rejects.toThrow('PublishedPassword')
  env().STAFF_SIGN_IN = 'demo'
  expect(await checkPassword(published)).toMatchObject({ id })
})

test('a failed sign-in is audited with the account it was for, and without an email address', async () => {
  const { id, email } = await insertStaff('VIEWER', 'correct horse battery')
  expect(await checkPassword({ email, password: 'wrong' })).toBeNull()
  await db().user.update({ where: { id }, data: { active: false } })
  expect(await checkPassword({ email, password: 'correct horse battery' })).toBeNull()
  expect(await db().auditEntry.findMany({ where: { subject: id } })).toMatchObject([
    { actor: 'nobody', action: 'staff.sign_in_failed', outcome: 'wrong_password' },
    { actor: 'nobody', action: 'staff.sign_in_failed', outcome: 'deactivated' },
  ])
  const stranger = `${randomUUID()}@example.com`
  expect(await checkPassword({ email: stranger, password: 'wrong' })).toBeNull()
  const unknown = await db().auditEntry.findMany({ where: { outcome: 'unknown_account' } })
  expect(unknown).toMatchObject([{ subject: null, actor: 'nobody' }])
  expect(
    JSON.stringify(unknown, (_, value) => (typeof value === 'bigint' ? '' : value)),
  ).not.toContain(stranger)
})
