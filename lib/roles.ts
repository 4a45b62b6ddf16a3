/** Staff roles and their permissions. Screens and queries share this file, so it imports nothing. */

/** All staff see the overview, the inquiries, the events and the audit trail. Anything more needs a permission. */
export type Permission = 'documents.reveal' | 'audit.export' | 'staff.manage'

interface RoleRule {
  name: string
  summary: string
  may: readonly Permission[]
}

/** From the least to the most powerful. The database stores roles as text, so a new role needs only an entry here. */
export const ROLE_RULES = {
  VIEWER: { name: 'Viewer', summary: 'Sees inquiries, events and the audit trail.', may: [] },
  REVIEWER: {
    name: 'Reviewer',
    summary: 'Also sees identities and documents.',
    may: ['documents.reveal'],
  },
  ADMIN: {
    name: 'Admin',
    summary: 'Also exports the audit trail, and blocks and unblocks colleagues.',
    may: ['documents.reveal', 'audit.export', 'staff.manage'],
  },
} as const satisfies Record<string, RoleRule>

export type Role = keyof typeof ROLE_RULES
export const ROLES = Object.keys(ROLE_RULES) as [Role, ...Role[]]
export const isRole = (role: string): role is Role => Object.hasOwn(ROLE_RULES, role)

export interface Staff {
  id: string
  name: string
  role: Role
}

export function can({ role }: Pick<Staff, 'role'>, permission: Permission): boolean {
  const may: readonly Permission[] = ROLE_RULES[role].may
  return may.includes(permission)
}

/** Queries check the permission themselves, in case a page forgets to. */
export function demand(staff: Pick<Staff, 'role'>, permission: Permission): void {
  if (!can(staff, permission)) throw new Error(`Not allowed: ${permission}`)
}
