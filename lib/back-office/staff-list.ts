/** Who has signed in, and blocking them. */
import 'server-only'
import { db } from '../database/db'
import { audit } from '../privacy/audit'
import { demand, isRole, type Staff } from '../roles'
import { ENDED } from '../staff/session'

/** The latest sign-in first. */
export async function listStaff(staff: Staff) {
  demand(staff, 'staff.manage')
  const rows = await db().user.findMany({
    orderBy: [{ signedInAt: 'desc' }, { id: 'desc' }],
    take: 500,
    select: { id: true, email: true, name: true, role: true, active: true, signedInAt: true },
  })
  // Null if the role no longer exists.
  return rows.map(({ role, ...row }) => ({ ...row, role: isRole(role) ? role : null }))
}
export type StaffListItem = Awaited<ReturnType<typeof listStaff>>[number]

/** Names of staff by id, for the audit trail. */
export async function staffNames(): Promise<ReadonlyMap<string, string>> {
  const users = await db().user.findMany({ select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}

/** Blocking ends the person's sessions. Nobody can block themselves. @returns whether it is done */
export async function setBlocked(admin: Staff, id: string, blocked: boolean): Promise<boolean> {
  demand(admin, 'staff.manage')
  if (admin.id === id) return false
  return db().$transaction(async (tx) => {
    const data = { active: !blocked, ...ENDED }
    const { count } = await tx.user.updateMany({ where: { id }, data })
    if (count === 0) return false
    const outcome = blocked ? 'blocked' : 'unblocked'
    await audit({ actor: admin.id, subject: id, action: 'staff.changed', outcome }, tx)
    return true
  })
}
