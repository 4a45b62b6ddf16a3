/** Staff roles and their permissions. Pure, so screens and the data layer can share them. */

/** What not everyone may do. All staff see the overview, the inquiries, the events and the audit trail. */
export type Permission = 'documents.reveal' | 'audit.export' | 'staff.manage'

interface RoleRule {
  name: string
  summary: string
  may: readonly Permission[]
}

/** From the least to the most powerful. A new role is one entry here: the database stores it as text. */
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

/** The data layer's own check, in case a page forgets it. */
export function demand(staff: Pick<Staff, 'role'>, permission: Permission): void {
  if (!can(staff, permission)) throw new Error(`Not allowed: ${permission}`)
}
