/** Staff and their roles. Pure: screens and the data layer share the rule. */
export const ROLES = ['VIEWER', 'REVIEWER', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

export interface Staff {
  id: string
  email: string
  name: string
  role: Role
}

/** Each role may do everything that the ones before it may. */
export const hasRole = (staff: Pick<Staff, 'role'>, needed: Role): boolean =>
  ROLES.indexOf(staff.role) >= ROLES.indexOf(needed)
