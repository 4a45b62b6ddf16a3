/** Who has signed in, and blocking them. */
import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import { can, demand, isRole, type Role, type Staff } from '../staff'
import { ENDED } from '../staff-session'

export interface StaffListItem {
  id: string
  email: string
  name: string
  /** Null if the role no longer exists. */
  role: Role | null
  active: boolean
  signedInAt: string
}

/** The latest sign-in first. */
export async function listStaff(staff: Staff): Promise<StaffListItem[]> {
  demand(staff, 'staff.manage')
  const rows = await db().user.findMany({
    orderBy: [{ signedInAt: 'desc' }, { id: 'desc' }],
    take: 500,
    select: { id: true, email: true, name: true, role: true, active: true, signedInAt: true },
  })
  return rows.map(({ role, signedInAt, ...row }) => ({
    ...row,
    role: isRole(role) ? role : null,
    signedInAt: signedInAt.toISOString(),
  }))
}

/** Names of staff by id, for the audit trail. */
export async function staffNames(): Promise<ReadonlyMap<string, string>> {
  const users = await db().user.findMany({ select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}

/**
 * Blocking ends the person's sessions. Nobody can block themselves, and the admin must still be one when the change commits,
 * so two who block each other at the same time don't lock everyone out.
 * @returns whether it is done
 */
export async function setBlocked(admin: Staff, id: string, blocked: boolean): Promise<boolean> {
  if (admin.id === id) return false
  return db().$transaction(async (tx) => {
    // In the order of their ids, so that two such changes can't deadlock.
    const locked = await tx.$queryRaw<{ id: string; role: string; active: boolean }[]>`
      SELECT "id", "role", "active" FROM "User"
      WHERE "id" = ANY(${[admin.id, id]}::uuid[]) ORDER BY "id" FOR UPDATE`
    const actor = locked.find((each) => each.id === admin.id)
    if (!actor?.active || !isRole(actor.role) || !can({ role: actor.role }, 'staff.manage'))
      return false
    if (!locked.some((each) => each.id === id)) return false
    await tx.user.update({ where: { id }, data: { active: !blocked, ...ENDED } })
    const outcome = blocked ? 'blocked' : 'unblocked'
    await audit({ actor: admin.id, subject: id, action: 'staff.changed', outcome }, tx)
    return true
  })
}
