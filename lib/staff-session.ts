/** The contents of the staff session cookie. next-auth signs and encrypts it; permissions are read from the database. */
import 'server-only'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { env } from './env'
import { hostCookie, perPort } from './host-cookie'

/** Counted from sign-in. next-auth renews its cookie on every use, but nothing extends the session. */
export const SESSION_SECONDS = 8 * 60 * 60

export const sessionCookie = () => hostCookie(perPort('staff-session'))

const SIGN_IN_SECONDS = 15 * 60

/** What next-auth keeps in the browser during a sign-in. With its own names for them, a subdomain could set them. */
export function signInCookies() {
  const brief = (name: string) => {
    const cookie = hostCookie(perPort(name))
    return { ...cookie, options: { ...cookie.options, maxAge: SIGN_IN_SECONDS } }
  }
  return {
    callbackUrl: hostCookie(perPort('staff-callback-url')),
    pkceCodeVerifier: brief('staff-pkce'),
    state: brief('staff-state'),
    nonce: brief('staff-nonce'),
  }
}

const claimsSchema = z.object({
  sub: z.guid(),
  /** Compared with the account's `sessionsFrom`. */
  signedInAt: z.number(),
  /** When the session originally started, if it has been renewed since. */
  since: z.number().optional(),
  via: z.string().default('credentials'),
  secondFactor: z.boolean().default(false),
})
export type SessionClaims = z.infer<typeof claimsSchema>

/** @returns null if these aren't the claims of a session, or it has expired */
export function parseClaims(token: unknown): SessionClaims | null {
  const parsed = claimsSchema.safeParse(token)
  if (!parsed.success) return null
  const { signedInAt, since = signedInAt } = parsed.data
  return Date.now() < since + SESSION_SECONDS * 1_000 ? parsed.data : null
}

export async function readSession(): Promise<SessionClaims | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value
  const secret = env().NEXTAUTH_SECRET
  return parseClaims(await decode({ token: cookie, secret }).catch(() => null))
}

/**
 * Keeps this browser signed in when the account's other sessions end.
 * @param sessionsFrom the account's new value
 */
export async function renewSession(
  claims: SessionClaims,
  sessionsFrom: Date,
  change: Partial<SessionClaims> = {},
): Promise<void> {
  const { signedInAt, since = signedInAt } = claims
  const token = { ...claims, ...change, signedInAt: sessionsFrom.getTime(), since }
  const value = await encode({ token, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS })
  const { name, options } = sessionCookie()
  const jar = await cookies()
  jar.set(name, value, { ...options, maxAge: SESSION_SECONDS })
}
