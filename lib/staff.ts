/** Staff roles and their permissions. Pure, so screens and the data layer can share them. */

const LOOK = [
  'overview.view',
  'inquiries.list',
  'inquiries.view',
  'inquiries.refresh',
  'inquiries.export',
  'events.list',
  'audit.list',
] as const

export type Permission =
  | (typeof LOOK)[number]
  | 'documents.reveal'
  | 'audit.export'
  | 'staff.manage'

interface RoleRule {
  name: string
  summary: string
  may: readonly Permission[]
}

/** From the least to the most powerful. A new role is one entry here: the database stores it as text. */
export const ROLE_RULES = {
  VIEWER: { name: 'Viewer', summary: 'Sees inquiries, events and the audit trail.', may: LOOK },
  REVIEWER: {
    name: 'Reviewer',
    summary: 'Also sees identities and documents.',
    may: [...LOOK, 'documents.reveal'],
  },
  ADMIN: {
    name: 'Admin',
    summary: 'Also exports the audit trail, and blocks and unblocks colleagues.',
    may: [...LOOK, 'documents.reveal', 'audit.export', 'staff.manage'],
  },
} as const satisfies Record<string, RoleRule>

export type Role = keyof typeof ROLE_RULES
export const ROLES = Object.keys(ROLE_RULES) as [Role, ...Role[]]
export const isRole = (role: string): role is Role => Object.hasOwn(ROLE_RULES, role)

export interface Staff {
  id: string
  email: string
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

/** The pages of the staff area, in navigation order. */
export const STAFF_PAGES = [
  { path: '/admin', name: 'Overview', permission: 'overview.view' },
  { path: '/admin/inquiries', name: 'Inquiries', permission: 'inquiries.list' },
  { path: '/admin/events', name: 'Events', permission: 'events.list' },
  { path: '/admin/audit', name: 'Audit', permission: 'audit.list' },
  { path: '/admin/staff', name: 'Staff', permission: 'staff.manage' },
] as const satisfies readonly { path: string; name: string; permission: Permission }[]
