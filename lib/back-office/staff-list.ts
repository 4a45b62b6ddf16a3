/** Who works here, for admins. */
import 'server-only'
import { db } from '../db'
import { hasRole, type Staff } from '../staff'
import type { StaffListItem } from './views'

/** Admins alone; for everybody else there are none to see. */
export async function listStaff(staff: Staff): Promise<StaffListItem[]> {
  if (!hasRole(staff, 'ADMIN')) return []
  const rows = await db().user.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, email: true, name: true, role: true, active: true, createdAt: true },
  })
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
