/** Staff administration: invite, change a role, deactivate. A change signs that person out immediately. */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit'
import { type DbOrTransaction, db } from '../db'
import { isUniqueViolation } from '../inquiries/database-errors'
import { hashPassword } from '../passwords'
import { can, isRole, ROLES, type Role, type Staff } from '../staff'

export const invitationSchema = z.object({
  email: z.email('Enter an email address.').max(254).toLowerCase(),
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'Use 120 characters or fewer.'),
  role: z.enum(ROLES, { error: 'Choose a role.' }),
})
export type Invitation = z.infer<typeof invitationSchema>

export type StaffChange =
  | { ok: true }
  | { ok: false; reason: 'forbidden' | 'not_found' | 'own_account' | 'malformed' }

export type InvitationResult =
  | { ok: true; password: string }
  | { ok: false; reason: 'forbidden' | 'already_there' }

/** @returns a first password to show once; the database stores only its hash */
export async function inviteStaff(admin: Staff, invitation: Invitation): Promise<InvitationResult> {
  if (!can(admin, 'staff.manage')) return { ok: false, reason: 'forbidden' }
  return invite(admin.id, invitation)
}

/** For the command line: creates the first admin, or another one if no admin can sign in. */
export const inviteAdmin = (invitation: Invitation): Promise<InvitationResult> =>
  invite('system', { ...invitation, role: 'ADMIN' })

async function invite(actor: string, invitation: Invitation): Promise<InvitationResult> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  try {
    await db().$transaction(async (tx) => {
      await tx.user.create({ data: { ...invitation, passwordHash } })
      await audit({ actor, action: 'staff.changed', outcome: 'invited' }, tx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, reason: 'already_there' }
    throw error
  }
  return { ok: true, password }
}

export const changeRole = (admin: Staff, id: string, role: Role): Promise<StaffChange> =>
  changeStaff(admin, id, { role }, `role_${role.toLowerCase()}`)

export const setActive = (admin: Staff, id: string, active: boolean): Promise<StaffChange> =>
  changeStaff(admin, id, { active }, active ? 'activated' : 'deactivated')

/**
 * Nobody can change their own account, and the admin who makes a change must still be active when it commits. So at least
 * one active admin always remains, even if two deactivate each other concurrently.
 */
async function changeStaff(
  admin: Staff,
  id: string,
  data: { role: Role } | { active: boolean },
  outcome: string,
): Promise<StaffChange> {
  if (!can(admin, 'staff.manage')) return { ok: false, reason: 'forbidden' }
  if (admin.id === id) return { ok: false, reason: 'own_account' }
  return db().$transaction(async (tx) => {
    const locked = await lockStaff(tx, [admin.id, id])
    const actor = locked.find((member) => member.id === admin.id)
    const isAllowed =
      actor?.active && isRole(actor.role) && can({ role: actor.role }, 'staff.manage')
    if (!isAllowed) return { ok: false, reason: 'forbidden' }
    if (!locked.some((member) => member.id === id)) return { ok: false, reason: 'not_found' }
    await tx.user.update({ where: { id }, data: { ...data, sessionsFrom: new Date() } })
    await audit({ actor: admin.id, action: 'staff.changed', outcome }, tx)
    return { ok: true }
  })
}

/** Locks in id order, so that two changes can't deadlock. */
const lockStaff = (tx: DbOrTransaction, ids: string[]) =>
  tx.$queryRaw<{ id: string; role: string; active: boolean }[]>`
    SELECT "id", "role", "active" FROM "User" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`
