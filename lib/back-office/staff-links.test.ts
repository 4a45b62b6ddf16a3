import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { isPassword } from '../passwords'
import { beginEnrolment, confirmEnrolment } from '../second-factor'
import type { Role, Staff } from '../staff'
import { startTestApp, type TestApp } from '../testing/test-app'
import {
  changeRole,
  createResetLink,
  inviteStaff,
  recoverStaff,
  setActive,
  signOutEverywhere,
} from './staff-admin'
import { acceptLink, confirmLink } from './staff-links'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
// The number of admins decides who has to confirm.
beforeEach(async () => {
  await db().user.deleteMany()
  env().OIDC_ISSUER = undefined
})

const PASSWORD = 'correct horse battery'

async function insertStaff(role: Role, passwordHash: string | null = 'x'): Promise<Staff> {
  const email = `${randomUUID()}@example.com`
  const data = { email, name: 'Somebody', role, passwordHash }
  const { id, name } = await db().user.create({ data })
  return { id, email, name, role }
}
async function invite(admin: Staff) {
  const email = `${randomUUID()}@example.com`
  const result = await inviteStaff(admin, { email, name: 'New', role: 'REVIEWER' })
  if (!result.ok || result.token === null) throw new Error('no link')
  return { token: result.token, load: () => db().user.findUniqueOrThrow({ where: { email } }) }
}
async function recover(email: string) {
  const result = await recoverStaff(email)
  if (!result.ok) throw new Error(result.reason)
  return result.token
}
async function reset(admin: Staff, id: string, kind: 'password' | 'recovery') {
  const result = await createResetLink(admin, id, kind)
  if (!result.ok) throw new Error(result.reason)
  return result.token
}
const codeOf = (key: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })
const load = ({ id }: { id: string }) => db().user.findUniqueOrThrow({ where: { id } })
const INVALID = { ok: false, reason: 'invalid_link' }

test('a link works once, for the first person who uses it', async () => {
  const invited = await invite(await insertStaff('ADMIN'))
  const link = { token: invited.token, password: PASSWORD }
  const results = await Promise.all([
    acceptLink(link),
    acceptLink({ ...link, password: `${PASSWORD} 2` }),
  ])
  expect(results).toContainEqual({ ok: true, code: null })
  expect(results).toContainEqual(INVALID)
  expect(await acceptLink(link)).toEqual(INVALID)
})

test('a link stops working when it expires, when there is a newer one, and when the account is deactivated', async () => {
  const admin = await insertStaff('ADMIN')
  const late = await invite(admin)
  await db().staffLink.updateMany({ data: { expiresAt: new Date() } })
  expect(await acceptLink({ token: late.token, password: PASSWORD })).toEqual(INVALID)

  const viewer = await insertStaff('VIEWER')
  const older = await reset(admin, viewer.id, 'password')
  const newer = await reset(admin, viewer.id, 'password')
  expect(await acceptLink({ token: older, password: PASSWORD })).toEqual(INVALID)
  await db().user.update({ where: { id: viewer.id }, data: { active: false } })
  expect(await acceptLink({ token: newer, password: PASSWORD })).toEqual(INVALID)
  expect(await acceptLink({ token: 'x', password: PASSWORD })).toEqual(INVALID)
})

test('the creator of a link gains nothing by using it, unless another admin confirms it', async () => {
  const [creator, other] = [await insertStaff('ADMIN'), await insertStaff('ADMIN')]
  const invited = await invite(creator)
  const accepted = await acceptLink({ token: invited.token, password: PASSWORD })
  if (!accepted.ok || accepted.code === null) throw new Error('not held')
  const user = await invited.load()
  expect(user.heldByLink).not.toBeNull()

  expect(await confirmLink(creator, user.id, accepted.code)).toMatchObject({ reason: 'own_link' })
  const viewer = await insertStaff('VIEWER')
  expect(await confirmLink(viewer, user.id, accepted.code)).toMatchObject({ reason: 'forbidden' })
  const wrong = accepted.code === '000000' ? '000001' : '000000'
  expect(await confirmLink(other, user.id, wrong)).toMatchObject({ reason: 'wrong_code' })
  expect((await invited.load()).heldByLink).not.toBeNull()
  expect(await confirmLink(other, user.id, accepted.code)).toEqual({ ok: true })
  expect((await invited.load()).heldByLink).toBeNull()

  const trail = await db().auditEntry.findMany({
    where: { subject: user.id, action: 'staff.link' },
    orderBy: { id: 'asc' },
  })
  expect(trail.map(({ actor, outcome }) => [actor, outcome])).toEqual([
    [creator.id, 'invitation_created'],
    ['nobody', 'invitation_used_unconfirmed'],
    [other.id, 'invitation_confirmed'],
  ])
})

test('after five wrong codes nobody can confirm', async () => {
  const [creator, other] = [await insertStaff('ADMIN'), await insertStaff('ADMIN')]
  const invited = await invite(creator)
  const accepted = await acceptLink({ token: invited.token, password: PASSWORD })
  const code = accepted.ok ? (accepted.code ?? '') : ''
  const { id } = await invited.load()
  for (let n = 0; n < 5; n++) await confirmLink(other, id, 'no')
  expect(await confirmLink(other, id, code)).toMatchObject({ reason: 'too_many_codes' })
})

/** Another admin, or the server's shell, still has to confirm. */
const HELD = { ok: true, code: expect.stringMatching(/^\d{6}$/) }

test('if staff can sign in with their organisation too, an admin without a password can confirm', async () => {
  const creator = await insertStaff('ADMIN', null)
  const other = await insertStaff('ADMIN', null)
  const invited = await invite(creator)
  env().OIDC_ISSUER = 'https://id.example'
  expect(await acceptLink({ token: invited.token, password: PASSWORD })).toEqual(HELD)
  expect((await invited.load()).heldByLink).not.toBeNull()
  // Nor can the creator give that admin a password and use it.
  const token = await reset(creator, other.id, 'password')
  await insertStaff('ADMIN', null)
  expect(await acceptLink({ token, password: PASSWORD })).toEqual(HELD)
})

test.each<[string, (creator: Staff, id: string) => Promise<unknown>]>([
  ['deactivating', (creator, id) => setActive(creator, id, false)],
  ['demoting', (creator, id) => changeRole(creator, id, 'VIEWER')],
])(
  'after %s the other admin, the creator still cannot use a link without confirmation',
  async (_, remove) => {
    const [creator, other] = [await insertStaff('ADMIN'), await insertStaff('ADMIN')]
    const before = await invite(creator)
    await remove(creator, other.id)
    const after = await invite(creator)
    for (const { token } of [before, after])
      expect(await acceptLink({ token, password: PASSWORD })).toEqual(HELD)
  },
)

test('the creator still needs confirmation after using links for all the other admins', async () => {
  const creator = await insertStaff('ADMIN')
  const others = [await insertStaff('ADMIN'), await insertStaff('ADMIN')]
  for (const { id } of others) {
    const token = await reset(creator, id, 'password')
    expect(await acceptLink({ token, password: PASSWORD })).toEqual(HELD)
  }
})

test('changing colleagues who never managed staff leaves a single admin able to invite', async () => {
  const creator = await insertStaff('ADMIN')
  const viewer = await insertStaff('VIEWER')
  await changeRole(creator, viewer.id, 'REVIEWER')
  await setActive(creator, viewer.id, false)
  const { token } = await invite(creator)
  expect(await acceptLink({ token, password: PASSWORD })).toEqual({ ok: true, code: null })
})

test('a link for a new password keeps the second factor, asks for it, and ends the sessions', async () => {
  const admin = await insertStaff('ADMIN')
  const reviewer = await insertStaff('REVIEWER')
  const key = (await beginEnrolment(reviewer))?.key ?? ''
  const before = Date.now() - 30_000
  expect(await confirmEnrolment(reviewer, codeOf(key, before))).toMatchObject({ ok: true })
  const token = await reset(admin, reviewer.id, 'password')
  const link = { token, password: PASSWORD }
  expect(await acceptLink(link)).toMatchObject({ reason: 'code_required' })
  expect(await acceptLink({ ...link, code: 'no' })).toMatchObject({ reason: 'wrong_code' })
  const { sessionsFrom } = await load(reviewer)
  expect(await acceptLink({ ...link, code: codeOf(key) })).toMatchObject({ ok: true })
  const changed = await load(reviewer)
  expect(changed.sessionsFrom.getTime()).toBeGreaterThan(sessionsFrom.getTime())
  expect(await isPassword(changed.passwordHash, PASSWORD)).toBe(true)
  expect(await db().secondFactor.count()).toBe(1)
})

test('the command line recovers the last admin, who lost the second factor and has nobody to confirm', async () => {
  const admin = await insertStaff('ADMIN')
  const key = (await beginEnrolment(admin))?.key ?? ''
  expect(await confirmEnrolment(admin, codeOf(key))).toMatchObject({ ok: true })
  const token = await recover(admin.email.toUpperCase())
  expect(await acceptLink({ token, password: PASSWORD })).toEqual({ ok: true, code: null })
  expect(await db().secondFactor.count()).toBe(0)
  expect(await isPassword((await load(admin)).passwordHash, PASSWORD)).toBe(true)
  expect(await recoverStaff('nobody@example.com')).toEqual({ ok: false, reason: 'not_found' })
})

test.each([
  ['elevenchars', 'too_short'],
  ['x'.repeat(201), 'too_long'],
  ['northwind-demo', 'easy_to_guess'],
  ['aaaaaaaaaaaa', 'easy_to_guess'],
])('the password %s is refused as %s, and the link still works', async (password, reason) => {
  const { token } = await invite(await insertStaff('ADMIN'))
  expect(await acceptLink({ token, password })).toEqual({ ok: false, reason })
  expect(await acceptLink({ token, password: PASSWORD })).toMatchObject({ ok: true })
})

test('an admin signs a colleague out everywhere, and that is in the audit trail', async () => {
  const [admin, viewer] = [await insertStaff('ADMIN'), await insertStaff('VIEWER')]
  const before = await load(viewer)
  expect(await signOutEverywhere(admin, viewer.id)).toEqual({ ok: true })
  expect((await load(viewer)).sessionsFrom.getTime()).toBeGreaterThan(before.sessionsFrom.getTime())
  expect(await db().auditEntry.findMany({ where: { subject: viewer.id } })).toMatchObject([
    { actor: admin.id, outcome: 'signed_out_everywhere' },
  ])
})
