/** Staff roles and their permissions. Screens and queries share this file, so it imports nothing. */

export type Permission =
  | 'overview.see'
  | 'inquiries.see'
  | 'events.see'
  | 'audit.see'
  | 'staff.manage'
  | 'documents.reveal'
  | 'problems.acknowledge'
  | 'audit.export'

/** The permission for each staff page, in the menu's order. It also covers the pages below it and their actions. */
export const STAFF_PAGES = {
  '/admin': 'overview.see',
  '/admin/inquiries': 'inquiries.see',
  '/admin/events': 'events.see',
  '/admin/audit': 'audit.see',
  '/admin/staff': 'staff.manage',
} as const satisfies Record<string, Permission>
export type StaffPagePath = keyof typeof STAFF_PAGES

interface RoleRule {
  name: string
  summary: string
  may: readonly Permission[]
}

const SEES_ALL = ['overview.see', 'inquiries.see', 'events.see', 'audit.see'] as const

/** From the least to the most powerful. The database stores roles as text, so a new role needs only an entry here. */
export const ROLE_RULES = {
  VIEWER: {
    name: 'Viewer',
    summary: 'Sees inquiries, events and the audit trail.',
    may: SEES_ALL,
  },
  REVIEWER: {
    name: 'Reviewer',
    summary: 'Also sees identities and documents, and acknowledges problems.',
    may: [...SEES_ALL, 'documents.reveal', 'problems.acknowledge'],
  },
  ADMIN: {
    name: 'Admin',
    summary: 'Also exports the audit trail, and blocks and unblocks colleagues.',
    may: [...SEES_ALL, 'documents.reveal', 'problems.acknowledge', 'audit.export', 'staff.manage'],
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

export const canOpen = (staff: Pick<Staff, 'role'>, page: StaffPagePath): boolean =>
  can(staff, STAFF_PAGES[page])

const PATHS = Object.keys(STAFF_PAGES) as StaffPagePath[]

/** The first page of the menu that this person may open. Null if there is none. */
export const findHome = (staff: Pick<Staff, 'role'>): StaffPagePath | null =>
  PATHS.find((page) => canOpen(staff, page)) ?? null

/** Queries check the permission themselves, in case a page forgets to. */
export function demand(staff: Pick<Staff, 'role'>, permission: Permission): void {
  if (!can(staff, permission)) throw new Error(`Not allowed: ${permission}`)
}
