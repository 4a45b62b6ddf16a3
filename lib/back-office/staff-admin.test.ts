import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import type { Role, Staff } from '../staff'
import { startTestApp, type TestApp } from '../testing/test-app'
import {
  changeRole,
  createResetLink,
  invitationSchema,
  inviteAdmin,
  inviteStaff,
  recoverStaff,
  setActive,
} from './staff-admin'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => {
  env().STAFF_SIGN_IN = 'password'
})

async function insertStaff(role: Role): Promise<Staff> {
  const email = `${randomUUID()}@example.com`
  const { id, name } = await db().user.create({ data: { email, name: 'Somebody', role } })
  return { id, email, name, role }
}
const invitation = () => ({
  email: `${randomUUID()}@example.com`,
  name: 'New',
  role: 'VIEWER' as const,
})
const reload = (staff: Staff) => db().user.findUniqueOrThrow({ where: { id: staff.id } })

test('an invited member of staff has no password yet, and the database has only a hash of the link', async () => {
  const admin = await insertStaff('ADMIN')
  const invited = invitation()
  const result = await inviteStaff(admin, invited)
  if (!result.ok || result.token === null) throw new Error('not invited')
  const user = await db().user.findUniqueOrThrow({
    where: { email: invited.email },
    include: { links: true },
  })
  expect(user.passwordHash).toBeNull()
  expect(JSON.stringify(user.links)).not.toContain(result.token)
  expect(await inviteStaff(admin, invited)).toEqual({ ok: false, reason: 'already_there' })
  const trail = await db().auditEntry.findMany({ where: { subject: user.id } })
  expect(trail.map(({ actor, outcome }) => [actor, outcome])).toEqual([
    [admin.id, 'invited'],
    [admin.id, 'invitation_created'],
  ])
})

test('if passwords are not allowed, no link is created, because it could never be used', async () => {
  env().STAFF_SIGN_IN = 'oidc'
  const [admin, viewer] = [await insertStaff('ADMIN'), await insertStaff('VIEWER')]
  const links = await db().staffLink.count()
  expect(await inviteStaff(admin, invitation())).toEqual({ ok: true, token: null })
  expect(await inviteAdmin(invitation())).toEqual({ ok: true, token: null })
  expect(await createResetLink(admin, viewer.id, 'password')).toEqual({
    ok: false,
    reason: 'no_password',
  })
  expect(await recoverStaff(viewer.email)).toEqual({ ok: false, reason: 'no_password' })
  expect(await db().staffLink.count()).toBe(links)
})

test('a change of role or a deactivation ends earlier sessions', async () => {
  const [admin, viewer] = [await insertStaff('ADMIN'), await insertStaff('VIEWER')]
  const before = (await reload(viewer)).sessionsFrom
  expect(await changeRole(admin, viewer.id, 'REVIEWER')).toEqual({ ok: true })
  const changed = await reload(viewer)
  expect(changed.role).toBe('REVIEWER')
  expect(changed.sessionsFrom.getTime()).toBeGreaterThan(before.getTime())
  expect(await setActive(admin, viewer.id, false)).toEqual({ ok: true })
  expect((await reload(viewer)).active).toBe(false)
})

test.each(['VIEWER', 'REVIEWER'] as const)('a %s cannot change anyone', async (role) => {
  const [staff, other] = [await insertStaff(role), await insertStaff('VIEWER')]
  const forbidden = { ok: false, reason: 'forbidden' }
  expect(await inviteStaff(staff, invitation())).toEqual(forbidden)
  expect(await changeRole(staff, other.id, 'ADMIN')).toEqual(forbidden)
  expect(await changeRole(staff, staff.id, 'ADMIN')).toEqual(forbidden)
  expect(await setActive(staff, other.id, false)).toEqual(forbidden)
  expect(await reload(other)).toMatchObject({ role: 'VIEWER', active: true })
})

test('an admin cannot lock themselves out', async () => {
  const admin = await insertStaff('ADMIN')
  const own = { ok: false, reason: 'own_account' }
  expect(await changeRole(admin, admin.id, 'VIEWER')).toEqual(own)
  expect(await setActive(admin, admin.id, false)).toEqual(own)
})

test('an unknown member of staff cannot be changed', async () => {
  const admin = await insertStaff('ADMIN')
  expect(await setActive(admin, randomUUID(), false)).toEqual({ ok: false, reason: 'not_found' })
})

test.each(['', '  ', 'New\u0000', 'New\nAdmin'])('the name %j is refused', (name) => {
  const parsed = invitationSchema.safeParse({ ...invitation(), name })
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['name'])
})
