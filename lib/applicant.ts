/**
 * Who the customer is: a random token in a cookie, of which the database keeps the hash.
 * A merchant replaces this one file with its own login.
 */
import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import type { NextRequest, NextResponse } from 'next/server'
import { env } from './env'

const COOKIE = 'applicant'
const MAX_AGE_SECONDS = 60 * 60 * 24 * 90
/** 32 random bytes in Base64URL. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface Applicant {
  /** SHA-256 of the token, in hex: every read of an applicant's data has it in its `where`. */
  hash: string
}

const isToken = (value: string | undefined): value is string =>
  value !== undefined && TOKEN.test(value)

export async function getApplicant(): Promise<Applicant | null> {
  const token = (await cookies()).get(COOKIE)?.value
  return isToken(token) ? fromToken(token) : null
}

/** For server actions, which may set a cookie. */
export async function ensureApplicant(): Promise<Applicant> {
  const jar = await cookies()
  const token = jar.get(COOKIE)?.value
  // Set again also where there is one: its time runs from the application, not from the first look at the form.
  const cookie = isToken(token) ? { ...newCookie(), value: token } : newCookie()
  jar.set(cookie)
  return fromToken(cookie.value)
}

/**
 * For the proxy. Who asks for the form is known before they send it: from two tabs, or by a double click without
 * script, they would else be two applicants. Of several answers under way the browser keeps one cookie, for all tabs.
 */
export function welcomeApplicant(request: NextRequest, response: NextResponse): void {
  if (!isToken(request.cookies.get(COOKIE)?.value)) response.cookies.set(newCookie())
}

const newCookie = () => ({
  name: COOKIE,
  value: randomBytes(32).toString('base64url'),
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: env().NEXTAUTH_URL.startsWith('https://'),
  path: '/',
  maxAge: MAX_AGE_SECONDS,
})

const fromToken = (token: string): Applicant => ({
  hash: createHash('sha256').update(token).digest('hex'),
})
