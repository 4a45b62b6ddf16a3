/** Staff administration: invite, change a role, deactivate, reset. A change signs that person out immediately. */
import 'server-only'
import { z } from 'zod'
import { audit } from '../audit'
import { type DbOrTransaction, db } from '../db'
import { isUniqueViolation } from '../inquiries/database-errors'
import { arePasswordsAllowed } from '../oidc'
import { can, isRole, ROLES, type Role, type Staff } from '../staff'
import { nextSessionsFrom } from '../staff-session'
import { type LockedStaff, lockStaff } from './lock-staff'
import { createLink, type LinkKind, MANAGEMENT_ENDED } from './staff-links'

/** An error is the key of a text under `StaffAdmin.refused` in `messages/`. */
export const invitationSchema = z.object({
  email: z.email('email').max(254).toLowerCase(),
  name: z
    .string()
    .trim()
    .regex(/^\P{Cc}+$/u, 'name')
    .max(120, 'nameTooLong'),
  role: z.enum(ROLES, { error: 'role' }),
})
export type Invitation = z.infer<typeof invitationSchema>

export type StaffChange =
  | { ok: true }
  | { ok: false; reason: 'forbidden' | 'not_found' | 'own_account' | 'malformed' }

export type InvitationResult =
  | { ok: true; token: string | null }
  | { ok: false; reason: 'forbidden' | 'already_there' }

/** @returns the token of a one-time link, with which the colleague chooses a password; null if passwords aren't allowed */
export async function inviteStaff(admin: Staff, invitation: Invitation): Promise<InvitationResult> {
  if (!can(admin, 'staff.manage')) return { ok: false, reason: 'forbidden' }
  return invite(admin.id, invitation)
}

/** For the command line: creates the first admin, or another one if no admin can sign in. */
export const inviteAdmin = (invitation: Invitation): Promise<InvitationResult> =>
  invite('system', { ...invitation, role: 'ADMIN' })

async function invite(createdBy: string, invitation: Invitation): Promise<InvitationResult> {
  try {
    const token = await db().$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: invitation })
      const facts = { actor: createdBy, subject: id, action: 'staff.changed' as const }
      await audit({ ...facts, outcome: 'invited' }, tx)
      if (!arePasswordsAllowed()) return null
      return createLink(tx, { userId: id, kind: 'invitation', createdBy })
    })
    return { ok: true, token }
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, reason: 'already_there' }
    throw error
  }
}

export type LinkResult =
  | { ok: true; token: string; kind: LinkKind }
  | { ok: false; reason: 'no_password' }
  | Extract<StaffChange, { ok: false }>

/** A link for a colleague who lost the password, or also the second factor. */
export async function createResetLink(
  admin: Staff,
  id: string,
  kind: Exclude<LinkKind, 'invitation'>,
): Promise<LinkResult> {
  if (!arePasswordsAllowed()) return { ok: false, reason: 'no_password' }
  let token = ''
  let created: LinkKind = kind
  const change = await changeStaff(admin, id, async (tx) => {
    const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id } })
    // Someone who never used the invitation gets a new one.
    if (passwordHash === null) created = 'invitation'
    token = await createLink(tx, { userId: id, kind: created, createdBy: admin.id })
  })
  return change.ok ? { ok: true, token, kind: created } : change
}

type RecoveryResult =
  | { ok: true; token: string }
  /** `not_found`: no active account has this email. */
  | { ok: false; reason: 'no_password' | 'not_found' }

/** For the command line, when nobody else can help. */
export async function recoverStaff(email: string): Promise<RecoveryResult> {
  if (!arePasswordsAllowed()) return { ok: false, reason: 'no_password' }
  return db().$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { email: email.toLowerCase(), active: true } })
    if (user === null) return { ok: false, reason: 'not_found' }
    const link = { userId: user.id, kind: 'recovery' as const, createdBy: 'system' }
    return { ok: true, token: await createLink(tx, link) }
  })
}

export const changeRole = (admin: Staff, id: string, role: Role): Promise<StaffChange> =>
  changeStaff(admin, id, update(admin, id, { role }, `role_${role.toLowerCase()}`))

export const setActive = (admin: Staff, id: string, active: boolean): Promise<StaffChange> =>
  changeStaff(admin, id, update(admin, id, { active }, active ? 'activated' : 'deactivated'))

export const signOutEverywhere = (admin: Staff, id: string): Promise<StaffChange> =>
  changeStaff(admin, id, update(admin, id, {}, 'signed_out_everywhere'))

type Change = (tx: DbOrTransaction, before: LockedStaff) => Promise<void>

const managesStaff = ({ role, active }: Pick<LockedStaff, 'role' | 'active'>): boolean =>
  active && isRole(role) && can({ role }, 'staff.manage')

/** Ends the person's sessions, whatever else it changes. */
const update =
  (admin: Staff, id: string, data: { role?: Role; active?: boolean }, outcome: string): Change =>
  async (tx, before) => {
    const sessionsFrom = nextSessionsFrom(before.sessionsFrom)
    await tx.user.update({ where: { id }, data: { ...data, sessionsFrom } })
    const facts = { actor: admin.id, subject: id, action: 'staff.changed' as const }
    await audit({ ...facts, outcome }, tx)
    if (managesStaff(before) && !managesStaff({ ...before, ...data }))
      await audit({ ...facts, outcome: MANAGEMENT_ENDED }, tx)
  }

/**
 * Nobody can change their own account, and the admin who makes a change must still be active when it commits. So at least
 * one active admin always remains, even if two deactivate each other concurrently.
 */
async function changeStaff(admin: Staff, id: string, change: Change): Promise<StaffChange> {
  if (!can(admin, 'staff.manage')) return { ok: false, reason: 'forbidden' }
  if (admin.id === id) return { ok: false, reason: 'own_account' }
  return db().$transaction(async (tx) => {
    const locked = await lockStaff(tx, [admin.id, id])
    const actor = locked.find((member) => member.id === admin.id)
    if (!actor || !managesStaff(actor)) return { ok: false, reason: 'forbidden' }
    const before = locked.find((member) => member.id === id)
    if (!before) return { ok: false, reason: 'not_found' }
    await change(tx, before)
    return { ok: true }
  })
}
