import 'server-only'
import { db } from '../db'
import { demand, isRole, type Staff } from '../staff'
import type { StaffListItem } from './views'

/** In the order they were invited. A role that no longer exists shows as Viewer. */
export async function listStaff(staff: Staff): Promise<StaffListItem[]> {
  demand(staff, 'staff.manage')
  const rows = await db().user.findMany({
    orderBy: { id: 'asc' },
    select: {
      id: true,
      email: true,
      name: true,
      role: true,
      active: true,
      createdAt: true,
      heldByLink: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  })
  return rows.map(({ role, createdAt, heldByLink, secondFactor, ...row }) => ({
    ...row,
    held: heldByLink !== null,
    secondFactor: secondFactor?.confirmedAt != null,
    role: isRole(role) ? role : 'VIEWER',
    createdAt: createdAt.toISOString(),
  }))
}
