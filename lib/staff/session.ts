/** The staff session cookie, which next-auth signs and encrypts. It holds no permissions: those are in the database. */
import 'server-only'
import { cookies } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import { hostCookie, perPort } from '../http/host-cookie'
import { env } from '../runtime/env'

/** Counted from sign-in. next-auth renews its cookie on every use, but that doesn't extend the session. */
export const SESSION_SECONDS = 8 * 60 * 60

/** After this time without a request, all of a person's sessions are over. */
export const IDLE_MS = 30 * 60_000

export const sessionCookie = () => hostCookie(perPort('staff-session'))

const SIGN_IN_SECONDS = 15 * 60

/** next-auth's cookies during a sign-in. Under next-auth's default names, a subdomain could set them. */
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
  /** The user's `sessionVersion` at sign-in. Raising the user's ends the session. */
  sessionVersion: z.number(),
})
export type SessionClaims = z.infer<typeof claimsSchema>

/** @returns null if the token has other claims or has expired */
export function parseClaims(token: unknown): SessionClaims | null {
  const parsed = claimsSchema.safeParse(token)
  if (!parsed.success) return null
  return Date.now() < parsed.data.signedInAt + SESSION_SECONDS * 1_000 ? parsed.data : null
}

/** A change of the user's row that ends all of their sessions. */
export const ENDED = { sessionVersion: { increment: 1 } } as const

export async function readSession(): Promise<SessionClaims | null> {
  const cookie = (await cookies()).get(sessionCookie().name)?.value
  const secret = env().NEXTAUTH_SECRET
  return parseClaims(await decode({ token: cookie, secret }).catch(() => null))
}
