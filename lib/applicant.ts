/**
 * Who the customer is: a random token in a cookie, of which the database keeps the hash.
 * A merchant replaces this one file with its own login.
 */
import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { env } from './env'

const COOKIE = 'applicant'
const MAX_AGE_SECONDS = 60 * 60 * 24 * 90
/** 32 random bytes in Base64URL. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface Applicant {
  /** SHA-256 of the token, in hex: every read of an applicant's data has it in its `where`. */
  hash: string
}

export async function getApplicant(): Promise<Applicant | null> {
  const token = (await cookies()).get(COOKIE)?.value
  return token && TOKEN.test(token) ? fromToken(token) : null
}

/** For server actions, which may set a cookie. */
export async function ensureApplicant(): Promise<Applicant> {
  const existing = await getApplicant()
  if (existing) return existing
  const token = randomBytes(32).toString('base64url')
  const jar = await cookies()
  jar.set(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: env().NEXTAUTH_URL.startsWith('https://'),
    path: '/',
    maxAge: MAX_AGE_SECONDS,
  })
  return fromToken(token)
}

const fromToken = (token: string): Applicant => ({
  hash: createHash('sha256').update(token).digest('hex'),
})
