/**
 * Staff sign-in by next-auth: e-mail and password, or OpenID Connect when it is configured. The session is a signed
 * cookie that names the user; role and standing are read from the database at every request, so a change counts at once.
 */
import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { db } from './db'
import { env } from './env'
import { addressIn, forgetPasswordTries, mayTryPassword } from './limits'
import { log } from './log'
import { isOidcConfigured, OIDC, oidcProvider, verifiedEmail } from './oidc'
import { isPassword } from './passwords'
import { hasRole, type Role, type Staff } from './staff'

const SIGN_IN = '/admin/sign-in'
const SESSION_SECONDS = 8 * 60 * 60

const credentialsSchema = z.object({
  email: z.email().max(254).toLowerCase(),
  password: z.string().min(1).max(200),
})

async function checkPassword(input: unknown, address: string) {
  const parsed = credentialsSchema.safeParse(input)
  if (!parsed.success) return null
  const { email, password } = parsed.data
  if (!(await mayTryPassword(email, address))) {
    log.warn('sign_in_limited')
    throw new Error('TooManyTries')
  }
  const user = await db().user.findUnique({ where: { email } })
  const right = await isPassword(user?.passwordHash ?? null, password)
  if (!user?.active || !right) return null
  await forgetPasswordTries(email)
  return { id: user.id, email: user.email, name: user.name }
}

/** Whoever the provider vouches for must also have been invited: an address alone opens nothing. */
const findInvited = (email: string | null | undefined) =>
  email ? db().user.findFirst({ where: { email: email.toLowerCase(), active: true } }) : null

function sessionCookie() {
  const { protocol, port } = new URL(env().NEXTAUTH_URL)
  const secure = protocol === 'https:'
  return {
    // Browsers share cookies between ports, so two demos on one machine need two names.
    name: secure ? '__Host-staff-session' : `staff-session-${port || '80'}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  } as const
}

export function authOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    cookies: { sessionToken: sessionCookie() },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN, error: SIGN_IN },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: (credentials, request) =>
          checkPassword(credentials, addressIn(request.headers?.['x-forwarded-for'])),
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
        return { sub: known?.id, signedInAt: Date.now() }
      },
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null
        return target?.origin === baseUrl ? target.href : `${baseUrl}/admin`
      },
    },
  }
}

const claimsSchema = z.object({ sub: z.guid(), signedInAt: z.number() })

/** The member of staff who asks, or null: signed out, deactivated, or signed in before a change of role. */
export async function getStaff(): Promise<Staff | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value
  const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET }).catch(() => null)
  const claims = claimsSchema.safeParse(token)
  if (!claims.success) return null
  const user = await db().user.findUnique({
    where: { id: claims.data.sub, active: true },
    select: { id: true, email: true, name: true, role: true, sessionsFrom: true },
  })
  if (!user || user.sessionsFrom.getTime() > claims.data.signedInAt) return null
  return { id: user.id, email: user.email, name: user.name, role: user.role }
}

/** For pages and actions of staff. Whoever is signed out goes to the sign-in; whose role is too low, to the overview. */
export async function requireStaff(role: Role = 'VIEWER'): Promise<Staff> {
  const staff = await getStaff()
  if (!staff) redirect(SIGN_IN)
  if (!hasRole(staff, role)) redirect('/admin')
  return staff
}
