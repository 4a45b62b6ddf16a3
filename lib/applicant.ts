/**
 * Identifies the customer by a random token in a cookie. The database stores only the token's hash.
 * Replace this file with your own login: docs/customising.md has a worked diff and lists the other changes.
 */
import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import type { NextRequest, NextResponse } from 'next/server'
import { hostCookie } from './http/host-cookie'

const MAX_AGE_SECONDS = 60 * 60 * 24 * 90
/** 32 random bytes in Base64URL. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface Applicant {
  /** SHA-256 of the token, in hex. Every query for an applicant's data filters by it. */
  hash: string
}

interface CookieJar {
  get(name: string): { value: string } | undefined
}

export async function getApplicant(): Promise<Applicant | null> {
  const token = findToken(await cookies())
  return token === null ? null : fromToken(token)
}

/**
 * For server actions, which may set cookies. Each application renews the cookie for 90 days.
 * @returns null if the browser sends no cookie although the form's page sets one: it would never find its application again
 */
export async function ensureApplicant(): Promise<Applicant | null> {
  const jar = await cookies()
  const token = findToken(jar)
  jar.set(cookieOf(token ?? newToken()))
  return token === null ? null : fromToken(token)
}

/**
 * For the proxy. The form's page already sets the cookie, so that two tabs, or a double click without JavaScript, count as one
 * applicant. If several responses set it, the browser keeps one value for all tabs.
 */
export function ensureApplicantCookie(request: NextRequest, response: NextResponse): void {
  const cookie = cookieOf(findToken(request.cookies) ?? newToken())
  if (request.cookies.get(cookie.name)?.value !== cookie.value) response.cookies.set(cookie)
}

function findToken(jar: CookieJar): string | null {
  // On HTTPS the name has the `__Host-` prefix. Without it, another host of the domain could set a token that it knows.
  const token = jar.get(hostCookie('applicant').name)?.value
  return token !== undefined && TOKEN.test(token) ? token : null
}

const newToken = (): string => randomBytes(32).toString('base64url')

function cookieOf(token: string) {
  const { name, options } = hostCookie('applicant')
  return { name, value: token, ...options, maxAge: MAX_AGE_SECONDS }
}

const fromToken = (token: string): Applicant => ({
  hash: createHash('sha256').update(token).digest('hex'),
})
