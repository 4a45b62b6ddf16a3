/** Lists and blocks the people who have signed in. */
import 'server-only'
import { z } from 'zod'
import { db } from '../database/db'
import { audit } from '../privacy/audit'
import { demand, isRole, type Staff } from '../roles'
import { ENDED } from '../staff/session'
import { PAGE_SIZE, parseCursor, toCursor, toPage } from './page'

/**
 * The latest sign-in first.
 * @param after the cursor of the previous page
 */
export async function listStaff(staff: Staff, after?: string) {
  demand(staff, 'staff.manage')
  const cursor = parseCursor(after)
  const rows = await db().user.findMany({
    where: cursor
      ? {
          OR: [{ signedInAt: { lt: cursor.at } }, { signedInAt: cursor.at, id: { lt: cursor.id } }],
        }
      : {},
    orderBy: [{ signedInAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE + 1,
    select: { id: true, email: true, name: true, role: true, active: true, signedInAt: true },
  })
  // A stored role may no longer exist.
  const items = rows.map(({ role, ...row }) => ({ ...row, role: isRole(role) ? role : null }))
  return toPage(items, ({ signedInAt, id }) => toCursor(signedInAt, id))
}
export type StaffListItem = Awaited<ReturnType<typeof listStaff>>['items'][number]

/** @returns the names of staff by id. Other ids, such as `system` and `nobody`, have none */
export async function staffNames(
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const uuids = new Set(ids.filter((id) => z.guid().safeParse(id).success))
  const where = { id: { in: [...uuids].map(String) } }
  const users = await db().user.findMany({ where, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** How many people the filter offers. */
const CHOICES = 200

/** The people who signed in last, by name. */
export async function listStaffNames(): Promise<{ id: string; name: string }[]> {
  const people = await db().user.findMany({
    orderBy: [{ signedInAt: 'desc' }, { id: 'desc' }],
    take: CHOICES,
    select: { id: true, name: true },
  })
  return people.sort((one, other) => one.name.localeCompare(other.name))
}

/** Blocking ends the person's sessions. Nobody can block themselves. @returns whether it worked */
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
