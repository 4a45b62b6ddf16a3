/**
 * One-click sign-in for a presenter. It adds no second way in: the browser sends the published password through the ordinary
 * sign-in, with its limits. This only checks that the account exists and still has that password, and audits the click.
 */
import 'server-only'
import { DEMO_PASSWORD, DEMO_USERS } from '../../prisma/demo-users'
import { audit } from '../audit'
import { db } from '../db'
import { isPassword } from '../passwords'
import { isRole, type Role } from '../staff'
import { controlUrl } from './control'

export interface DemoAccount {
  email: string
  password: string
}

/** Null outside a demo, or if someone has changed the account. */
export async function prepareDemoSignIn(role: string): Promise<DemoAccount | null> {
  const account = isRole(role) ? DEMO_USERS.find((user) => user.role === role) : undefined
  if (controlUrl() === null || !account) return null
  const { email } = account
  const user = await db().user.findUnique({ where: { email, active: true, role } })
  if (!user || !(await isPassword(user.passwordHash, DEMO_PASSWORD))) return null
  await audit({ actor: user.id, action: 'demo.signed_in', outcome: 'allowed' })
  return { email, password: DEMO_PASSWORD }
}

/** The roles whose account exists. */
export async function listDemoRoles(): Promise<{ role: Role; name: string }[]> {
  const emails = DEMO_USERS.map(({ email }) => email)
  const users = await db().user.findMany({
    where: { email: { in: emails }, active: true },
    select: { email: true, name: true },
  })
  return DEMO_USERS.flatMap(({ email, role }) => {
    const user = users.find((candidate) => candidate.email === email)
    return user ? [{ role, name: user.name }] : []
  })
}
