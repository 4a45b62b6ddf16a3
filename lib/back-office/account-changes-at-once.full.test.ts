// Sign-ins, password changes and resets of one account at once.
import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { hashPassword, isPassword } from '../passwords'
import { beginEnrolment, confirmEnrolment } from '../second-factor'
import type { Role, Staff } from '../staff'
import { inOrder, secondFactorRow, userRow, whileWaiting } from '../testing/locked-rows'
import { startTestApp, type TestApp } from '../testing/test-app'
import { setActive, signOutEverywhere } from './staff-admin'
import { acceptLink, confirmLink, createLink, type LinkKind } from './staff-links'

const jar = new Map<string, string>()
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-forwarded-for': '192.0.2.1' }),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    set: (name: string, value: string) => jar.set(name, value),
  }),
}))
const { authOptions, getAccount } = await import('../auth')
const { checkPassword } = await import('../password-sign-in')
const { changeOwnPassword, endOtherSessions, removeOwnSecondFactor } = await import('./own-account')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => jar.clear())

const OLD = 'correct horse battery'
const NEW = 'entirely different staple'
const STOLEN = 'somebody else owns this'

async function insertStaff(role: Role = 'VIEWER'): Promise<Staff> {
  const facts = { email: `${randomUUID()}@example.com`, name: 'Somebody', role }
  const { id } = await db().user.create({
    data: { ...facts, passwordHash: await hashPassword(OLD) },
  })
  return { id, ...facts }
}

/** What next-auth does once the password or the provider has identified the person. */
async function finishSignIn(user: { id: string; email: string }, provider = 'credentials') {
  const type = provider === 'oidc' ? 'oauth' : 'credentials'
  const account = { provider, type, providerAccountId: user.id } as const
  const token = await authOptions().callbacks?.jwt?.({ token: {}, user, account })
  jar.set('staff-session-3000', await encode({ token, secret: env().NEXTAUTH_SECRET }))
}

async function identify({ email }: Staff) {
  const user = await checkPassword({ email, password: OLD })
  if (user === null) throw new Error('wrong password')
  return user
}

async function signIn(staff: Staff) {
  await finishSignIn(await identify(staff))
  const account = await getAccount()
  if (account === null) throw new Error('no session')
  return account
}

const newLink = ({ id }: Staff, kind: LinkKind = 'recovery', createdBy = 'system') =>
  db().$transaction((tx) => createLink(tx, { userId: id, kind, createdBy }))

const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate()

const signIns = async (subject: string) => {
  const where = { subject, action: { startsWith: 'staff.sign' } }
  const entries = await db().auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  return entries.map(({ action, outcome }) => `${action} ${outcome}`)
}

test('a sign-in whose password was replaced while it ran is refused and audited', async () => {
  const staff = await insertStaff()
  const [token, user] = [await newLink(staff), await identify(staff)]
  expect(await acceptLink({ token, password: NEW })).toEqual({ ok: true, code: null })
  await finishSignIn(user)
  expect(await getAccount()).toBeNull()
  expect(await signIns(staff.id)).toEqual(['staff.sign_in_failed account_changed'])
})

test.each(['credentials', 'oidc'])(
  'a session from %s ends with the next change to the account, even on an instance whose clock is behind',
  async (provider) => {
    const [admin, staff] = [await insertStaff('ADMIN'), await insertStaff()]
    const user = await identify(staff)
    await finishSignIn(provider === 'oidc' ? { id: 'theirs', email: staff.email } : user, provider)
    expect(await getAccount()).toMatchObject({ staff: { id: staff.id } })
    expect(await signIns(staff.id)).toEqual([`staff.signed_in ${provider}`])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
    expect(await signOutEverywhere(admin, staff.id)).toEqual({ ok: true })
    vi.useRealTimers()
    expect(await getAccount()).toBeNull()
  },
)

test('a password change that began before a reset does not undo it', async () => {
  const staff = await insertStaff()
  const [token, thief] = [await newLink(staff), await signIn(staff)]
  const [reset, change] = await inOrder(
    userRow(staff.id),
    () => acceptLink({ token, password: NEW }),
    () => changeOwnPassword(thief, { current: OLD, next: STOLEN }),
  )
  expect(reset).toEqual({ ok: true, code: null })
  expect(change).toEqual({ ok: false, reason: 'signed_out' })
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: staff.id } })
  expect(await isPassword(passwordHash, NEW)).toBe(true)
  expect(await getAccount()).toBeNull()
  expect(await db().auditEntry.count({ where: { subject: staff.id, outcome: 'changed' } })).toBe(0)
})

test('a session that has ended can neither end newer ones nor remove the second factor', async () => {
  const staff = await insertStaff()
  await db().secondFactor.create({ data: { userId: staff.id, secret: 'x' } })
  const ended = await signIn(staff)
  expect(await endOtherSessions(await signIn(staff))).toEqual({ ok: true })
  const newer = await getAccount()
  expect(newer).not.toBeNull()
  const refused = { ok: false, reason: 'signed_out' }
  expect(await endOtherSessions(ended)).toEqual(refused)
  expect(await removeOwnSecondFactor(ended, OLD)).toEqual(refused)
  expect(await getAccount()).toEqual(newer)
  expect(await db().secondFactor.count({ where: { userId: staff.id } })).toBe(1)
})

const replacements: [string, (staff: Staff) => Promise<unknown>][] = [
  [
    'changes the password',
    async (staff) => changeOwnPassword(await signIn(staff), { current: OLD, next: NEW }),
  ],
  [
    'uses a link for a new password',
    async (staff) => acceptLink({ token: await newLink(staff, 'password'), password: NEW }),
  ],
]
test.each(replacements)(
  'an authenticator key that was shown, but not confirmed, is replaced when the owner %s',
  async (_, replace) => {
    const staff = await insertStaff()
    const seen = await beginEnrolment(staff)
    expect(await replace(staff)).toMatchObject({ ok: true })
    const own = await beginEnrolment(staff)
    expect(own?.key).not.toBe(seen?.key)
  },
)

const revocations: [string, (staff: Staff) => Promise<unknown>][] = [
  ['a newer link is made', (staff) => newLink(staff)],
  [
    'the account is deactivated',
    async (staff) => setActive(await insertStaff('ADMIN'), staff.id, false),
  ],
]
test.each(revocations)('a link stops working if %s while it is being used', async (_, revoke) => {
  const staff = await insertStaff()
  const key = (await beginEnrolment(staff))?.key ?? ''
  const where = { userId: staff.id }
  await db().secondFactor.update({ where, data: { confirmedAt: new Date() } })
  const token = await newLink(staff, 'password')
  const code = codeOf(key)
  const [used] = await whileWaiting(
    secondFactorRow(staff.id),
    () => acceptLink({ token, password: STOLEN, code }),
    () => revoke(staff),
  )
  expect(used).toEqual({ ok: false, reason: 'invalid_link' })
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: staff.id } })
  expect(await isPassword(passwordHash, OLD)).toBe(true)
})

test('confirming an account that a newer link has taken over is refused, and not in the audit trail', async () => {
  const [creator, confirmer] = [await insertStaff('ADMIN'), await insertStaff('ADMIN')]
  const staff = await insertStaff()
  const held = await acceptLink({
    token: await newLink(staff, 'recovery', creator.id),
    password: STOLEN,
  })
  if (!held.ok || held.code === null) throw new Error('not held')
  const { code } = held
  const token = await newLink(staff, 'recovery', creator.id)
  const [used, confirmed] = await inOrder(
    userRow(staff.id),
    () => acceptLink({ token, password: NEW }),
    () => confirmLink(confirmer, staff.id, code),
  )
  expect(used).toMatchObject({ ok: true })
  expect(confirmed).toEqual({ ok: false, reason: 'not_found' })
  const { heldByLink } = await db().user.findUniqueOrThrow({ where: { id: staff.id } })
  expect(heldByLink).not.toBeNull()
  const confirmations = { subject: staff.id, outcome: 'recovery_confirmed' }
  expect(await db().auditEntry.count({ where: confirmations })).toBe(0)
})

test('a second factor that is confirmed twice at once is set up once', async () => {
  const staff = await insertStaff()
  const code = codeOf((await beginEnrolment(staff))?.key ?? '')
  const confirm = () => confirmEnrolment(staff, code)
  const results = await inOrder(secondFactorRow(staff.id), confirm, confirm)
  expect(results).toMatchObject([{ ok: true }, { ok: false, reason: 'wrong_code' }])
})

test('a code for a key that has been replaced in the meantime sets up nothing', async () => {
  const staff = await insertStaff()
  const code = codeOf((await beginEnrolment(staff))?.key ?? '')
  const where = { userId: staff.id }
  const [, confirmed] = await inOrder(
    secondFactorRow(staff.id),
    async () => await db().secondFactor.update({ where, data: { secret: 'another' } }),
    () => confirmEnrolment(staff, code),
  )
  expect(confirmed).toEqual({ ok: false, reason: 'wrong_code' })
  expect(await db().secondFactor.findUnique({ where })).toMatchObject({ confirmedAt: null })
})
