/**
 * Staff sign-in with next-auth: email and password, or OpenID Connect if it is configured. The session is a signed
 * cookie that names the user. Role and access are read from the database on every request, so a change applies at once.
 */
import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { db } from './db'
import { env } from './env'
import { hostCookie, perPort } from './host-cookie'
import { deviceOf, newDeviceToken } from './known-device'
import { forgivePasswords, mayTryPassword, networkOf } from './limits'
import { log } from './log'
import { isOidcConfigured, OIDC, oidcProvider, verifiedEmail } from './oidc'
import { isPassword } from './passwords'
import { can, isRole, type Permission, STAFF_PAGES, type Staff } from './staff'

const SIGN_IN = '/admin/sign-in'
/** Counted from sign-in. next-auth renews its cookie on every use, but {@link getStaff} doesn't extend the session. */
const SESSION_SECONDS = 8 * 60 * 60
const DEVICE_SECONDS = 180 * 24 * 60 * 60

const sessionCookie = () => hostCookie(perPort('staff-session'))
const deviceCookie = () => hostCookie(perPort('staff-device'))

const credentialsSchema = z.object({
  email: z.email().max(254).toLowerCase(),
  password: z.string().min(1).max(200),
})

async function checkPassword(input: unknown) {
  const parsed = credentialsSchema.safeParse(input)
  if (!parsed.success) return null
  const { email, password } = parsed.data
  const jar = await cookies()
  const attempt = {
    email,
    network: networkOf((await headers()).get('x-forwarded-for')),
    device: deviceOf(email, jar.get(deviceCookie().name)?.value),
  }
  if (!(await mayTryPassword(attempt))) {
    log.warn('sign_in_limited')
    throw new Error('TooManyTries')
  }
  const user = await db().user.findUnique({ where: { email } })
  const right = await isPassword(user?.passwordHash ?? null, password)
  if (!user?.active || !right) return null
  await forgivePasswords(attempt)
  const { name, options } = deviceCookie()
  jar.set(name, newDeviceToken(email), { ...options, maxAge: DEVICE_SECONDS })
  return { id: user.id, email: user.email, name: user.name }
}

/** A verified email address isn't enough: an admin must also have invited it. */
const findInvited = (email: string | null | undefined) =>
  email ? db().user.findFirst({ where: { email: email.toLowerCase(), active: true } }) : null

export function authOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    cookies: { sessionToken: sessionCookie() },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN, error: SIGN_IN },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: (credentials) => checkPassword(credentials),
      }),
      ...(isOidcConfigured() ? [oidcProvider()] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.provider !== OIDC) return true
        const email = verifiedEmail(profile)
        if (email === null) return `${SIGN_IN}?error=EmailNotVerified`
        return (await findInvited(email)) !== null
      },
      async jwt({ token, user }) {
        if (!user) return token
        const known = await findInvited(user.email)
        if (!known) return {}
        // Never before sessionsFrom, even if it was set by an instance whose clock runs ahead.
        return { sub: known.id, signedInAt: Math.max(Date.now(), known.sessionsFrom.getTime()) }
      },
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null
        return target?.origin === baseUrl ? target.href : `${baseUrl}/admin`
      },
    },
    events: { signOut: ({ token }) => endSessions(token) },
  }
}

const claimsSchema = z.object({ sub: z.guid(), signedInAt: z.number() })

/** @returns null if these aren't the claims of a session, or it has expired */
function parseClaims(token: unknown): z.infer<typeof claimsSchema> | null {
  const claims = claimsSchema.safeParse(token)
  if (!claims.success) return null
  const endsAt = claims.data.signedInAt + SESSION_SECONDS * 1_000
  return Date.now() < endsAt ? claims.data : null
}

/**
 * Signing out ends all of the user's sessions, so a stolen cookie becomes useless. A session that has already ended can't
 * end newer ones.
 */
async function endSessions(token: unknown): Promise<void> {
  const claims = parseClaims(token)
  if (!claims) return
  const { sub, signedInAt } = claims
  await db().user.updateMany({
    where: { id: sub, sessionsFrom: { lte: new Date(signedInAt) } },
    data: { sessionsFrom: new Date(Math.max(Date.now(), signedInAt + 1)) },
  })
}

/** Null if signed out, expired, deactivated, or signed in before the last change to the account. */
export async function getStaff(): Promise<Staff | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value
  const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET }).catch(() => null)
  const claims = parseClaims(token)
  if (!claims) return null
  const user = await db().user.findUnique({
    where: { id: claims.sub, active: true },
    select: { id: true, email: true, name: true, role: true, sessionsFrom: true },
  })
  if (!user || user.sessionsFrom.getTime() > claims.signedInAt) return null
  const { id, email, name, role } = user
  return isRole(role) ? { id, email, name, role } : null
}

/** For staff pages and actions. Redirects to sign-in, or to the first page that the role may see. */
export async function requireStaff(permission: Permission): Promise<Staff> {
  const staff = await getStaff()
  if (!staff) redirect(SIGN_IN)
  if (can(staff, permission)) return staff
  const home = STAFF_PAGES.find((page) => can(staff, page.permission))
  redirect(home?.path ?? '/')
}
