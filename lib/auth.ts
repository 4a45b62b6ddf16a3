/**
 * Staff sign-in with next-auth: password and second factor, or OpenID Connect. The session is a signed cookie that names
 * the user. Role and access are read from the database on every request, so a change applies immediately.
 */
import 'server-only'
import { redirect } from 'next/navigation'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { audit } from './audit'
import { db } from './db'
import { env } from './env'
import { arePasswordsAllowed, isOidcConfigured, OIDC, oidcProvider, verifiedEmail } from './oidc'
import { auditFailure, checkPassword } from './password-sign-in'
import { can, isRole, type Permission, STAFF_PAGES, type Staff } from './staff'
import {
  nextSessionsFrom,
  parseClaims,
  readSession,
  SESSION_SECONDS,
  type SessionClaims,
  sessionCookie,
  signInCookies,
} from './staff-session'

const SIGN_IN = '/admin/sign-in'
const SET_UP_SECOND_FACTOR = '/admin/account/second-factor'

/** A verified email address isn't enough: an admin must also have invited it. */
const findInvited = (email: string | null | undefined) =>
  email
    ? db().user.findFirst({ where: { email: email.toLowerCase(), active: true, heldByLink: null } })
    : null

/** What {@link checkPassword} found, if that is how the person signed in. */
const checkedSchema = z.object({ secondFactor: z.boolean(), sessionsFrom: z.date() })

export function authOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    cookies: { sessionToken: sessionCookie(), ...signInCookies() },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN, error: SIGN_IN },
    providers: [
      ...(arePasswordsAllowed()
        ? [
            CredentialsProvider({
              credentials: { email: {}, password: {}, code: {} },
              authorize: (credentials) => checkPassword(credentials),
            }),
          ]
        : []),
      ...(isOidcConfigured() ? [oidcProvider()] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.provider !== OIDC) return true
        const email = verifiedEmail(profile)
        if (email === null) {
          await auditFailure('email_not_verified')
          return `${SIGN_IN}?error=EmailNotVerified`
        }
        if (await findInvited(email)) return true
        const known = await db().user.findUnique({ where: { email: email.toLowerCase() } })
        await auditFailure(known ? 'deactivated' : 'not_invited', known?.id)
        return false
      },
      async jwt({ token, user, account }) {
        if (!user) return token
        const known = await findInvited(user.email)
        if (!known) return {}
        const checked = checkedSchema.safeParse(user).data
        const { secondFactor = false, sessionsFrom = known.sessionsFrom } = checked ?? {}
        if (known.sessionsFrom > sessionsFrom) {
          await auditFailure('account_changed', known.id)
          return {}
        }
        const via = account?.provider ?? ''
        const outcome = secondFactor ? `${via}_second_factor` : via
        await audit({ actor: known.id, subject: known.id, action: 'staff.signed_in', outcome })
        const started = { signedInAt: Date.now(), sessionsFrom: sessionsFrom.getTime() }
        return { sub: known.id, ...started, via, secondFactor } satisfies SessionClaims
      },
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null
        return target?.origin === baseUrl ? target.href : `${baseUrl}/admin`
      },
    },
    events: { signOut: ({ token }) => endSessions(token) },
  }
}

/**
 * Signing out ends all of the user's sessions, so a stolen cookie becomes useless. A session that has already ended can't
 * end newer ones.
 */
async function endSessions(token: unknown): Promise<void> {
  const claims = parseClaims(token)
  if (!claims) return
  const { sub } = claims
  const known = new Date(claims.sessionsFrom)
  const { count } = await db().user.updateMany({
    where: { id: sub, sessionsFrom: { lte: known } },
    data: { sessionsFrom: nextSessionsFrom(known) },
  })
  if (count > 0)
    await audit({ actor: sub, subject: sub, action: 'staff.signed_out', outcome: 'everywhere' })
}

export interface Account {
  staff: Staff
  claims: SessionClaims
  hasSecondFactor: boolean
  /** The role needs a second factor, and there is none yet: everything else waits until it is set up. */
  mustSetUp: boolean
}

/** Null if signed out, expired, deactivated, or if the account has changed since the sign-in read it. */
export async function getAccount(): Promise<Account | null> {
  const claims = await readSession()
  if (!claims) return null
  const user = await db().user.findUnique({
    where: { id: claims.sub, active: true, heldByLink: null },
    select: {
      id: true,
      email: true,
      name: true,
      role: true,
      sessionsFrom: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  })
  if (!user || user.sessionsFrom.getTime() > claims.sessionsFrom) return null
  const { id, email, name, role } = user
  if (!isRole(role)) return null
  const staff = { id, email, name, role }
  const hasSecondFactor = user.secondFactor?.confirmedAt != null
  // The organisation's provider asks for its own second factor.
  if (claims.via === OIDC) return { staff, claims, hasSecondFactor, mustSetUp: false }
  if (!arePasswordsAllowed() || (hasSecondFactor && !claims.secondFactor)) return null
  const isNeeded = env().STAFF_SIGN_IN === 'password' && can(staff, 'documents.reveal')
  return { staff, claims, hasSecondFactor, mustSetUp: isNeeded && !hasSecondFactor }
}

/** Also null for staff who still have to set up a second factor. */
export async function getStaff(): Promise<Staff | null> {
  const account = await getAccount()
  return account && !account.mustSetUp ? account.staff : null
}

/** For staff pages and actions. Redirects to sign-in, to set up the second factor, or to the first page that the role may see. */
export async function requireStaff(permission: Permission): Promise<Staff> {
  const { staff } = await requireAccount()
  if (can(staff, permission)) return staff
  const home = STAFF_PAGES.find((page) => can(staff, page.permission))
  redirect(home?.path ?? '/')
}

/** For the pages of one's own account, whatever the role. */
export async function requireAccount(): Promise<Account> {
  const account = await getAccount()
  if (!account) redirect(SIGN_IN)
  if (account.mustSetUp) redirect(SET_UP_SECOND_FACTOR)
  return account
}

/** For the page on which the second factor is set up. */
export async function requireSetUp(): Promise<Account> {
  const account = await getAccount()
  if (!account) redirect(SIGN_IN)
  return account
}
