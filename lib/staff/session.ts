/** The contents of the staff session cookie. next-auth signs and encrypts it; permissions are read from the database. */
import 'server-only'
import { cookies } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import { hostCookie, perPort } from '../http/host-cookie'
import { env } from '../runtime/env'

/** Counted from sign-in. next-auth renews its cookie on every use, but nothing extends the session. */
export const SESSION_SECONDS = 8 * 60 * 60

/** Without a request for so long, all of a person's sessions have ended. */
export const IDLE_MS = 30 * 60_000

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
  signedInAt: z.number(),
  /** The person's, when they signed in. Raising it ends the session. */
  sessionVersion: z.number(),
})
export type SessionClaims = z.infer<typeof claimsSchema>

/** @returns null if these aren't the claims of a session, or it has expired */
export function parseClaims(token: unknown): SessionClaims | null {
  const parsed = claimsSchema.safeParse(token)
  if (!parsed.success) return null
  return Date.now() < parsed.data.signedInAt + SESSION_SECONDS * 1_000 ? parsed.data : null
}

/** A user's columns, to end all of their sessions. */
export const ENDED = { sessionVersion: { increment: 1 } } as const

export async function readSession(): Promise<SessionClaims | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value
  const secret = env().NEXTAUTH_SECRET
  return parseClaims(await decode({ token: cookie, secret }).catch(() => null))
}
