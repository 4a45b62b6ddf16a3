/** What admins do with staff: invite, change a role, deactivate. Each ends the sessions of whom it concerns at once. */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { audit } from './audit'
import { db } from './db'
import { isUniqueViolation } from './inquiries/database-errors'
import { hashPassword } from './passwords'
import { hasRole, ROLES, type Role, type Staff } from './staff'

export const invitationSchema = z.object({
  email: z.email('Enter an e-mail address.').max(254).toLowerCase(),
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'Keep the name to 120 characters.'),
  role: z.enum(ROLES, { error: 'Choose a role.' }),
})
export type Invitation = z.infer<typeof invitationSchema>

export type StaffChange =
  | { ok: true }
  | { ok: false; reason: 'forbidden' | 'not_found' | 'own_account' | 'malformed' }

export type InvitationResult =
  | { ok: true; password: string }
  | { ok: false; reason: 'forbidden' | 'already_there' }

/** @returns a first password, shown once and kept nowhere but as its hash. */
export async function inviteStaff(admin: Staff, invitation: Invitation): Promise<InvitationResult> {
  if (!hasRole(admin, 'ADMIN')) return { ok: false, reason: 'forbidden' }
  return invite(admin.id, invitation)
}

/** The first admin, or another when none can sign in: whoever can reach the database itself, from the command line. */
export const inviteAdmin = (invitation: Invitation): Promise<InvitationResult> =>
  invite('system', { ...invitation, role: 'ADMIN' })

async function invite(actor: string, invitation: Invitation): Promise<InvitationResult> {
  const password = randomBytes(12).toString('base64url')
  try {
    await db().user.create({
      data: { ...invitation, passwordHash: await hashPassword(password) },
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, reason: 'already_there' }
    throw error
  }
  await audit({ actor, action: 'staff.changed', outcome: 'invited' })
  return { ok: true, password }
}

export const changeRole = (admin: Staff, id: string, role: Role): Promise<StaffChange> =>
  changeStaff(admin, id, { role }, `role_${role.toLowerCase()}`)

export const setActive = (admin: Staff, id: string, active: boolean): Promise<StaffChange> =>
  changeStaff(admin, id, { active }, active ? 'activated' : 'deactivated')

/** Nobody changes their own account: the last admin cannot lock everyone out. */
async function changeStaff(
  admin: Staff,
  id: string,
  data: { role: Role } | { active: boolean },
  outcome: string,
): Promise<StaffChange> {
  if (!hasRole(admin, 'ADMIN')) return { ok: false, reason: 'forbidden' }
  if (admin.id === id) return { ok: false, reason: 'own_account' }
  const { count } = await db().user.updateMany({
    where: { id },
    data: { ...data, sessionsFrom: new Date() },
  })
  if (count === 0) return { ok: false, reason: 'not_found' }
  await audit({ actor: admin.id, action: 'staff.changed', outcome })
  return { ok: true }
}
