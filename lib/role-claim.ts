/** OIDC_ROLE_CLAIM: which claim of the identity provider gives staff their role. */
import { ROLES, type Role } from './staff'

/** `groups idv-viewers=viewer, idv-admins=admin`: the claim, and which of its values means which role. */
export interface RoleClaim {
  claim: string
  roles: ReadonlyMap<string, Role>
}

/** Without a mapping, the claim's values are the roles' own names. @returns null if it can't be read */
export function parseRoleClaim(text: string): RoleClaim | null {
  const [, claim, mapping] = /^(\S+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? []
  if (claim === undefined) return null
  const roles = new Map<string, Role>(ROLES.map((role) => [role.toLowerCase(), role]))
  if (mapping === undefined) return { claim, roles }
  const mapped = new Map<string, Role>()
  for (const pair of mapping.split(',')) {
    const [, value, name = ''] = /^\s*(\S.*?)\s*=\s*([a-z]+)\s*$/.exec(pair) ?? []
    const role = roles.get(name)
    if (value === undefined || role === undefined) return null
    mapped.set(value, role)
  }
  return { claim, roles: mapped }
}
