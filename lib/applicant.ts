/**
 * Identifies the customer by a random token in a cookie; the database stores only its hash.
 * Replace this file with your own login: docs/customising.md has a worked diff, and what else changes.
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
  /** SHA-256 of the token, in hex. Every query for an applicant's data has it in its `where`. */
  hash: string
}

interface CookieJar {
  get(name: string): { value: string } | undefined
}

export async function getApplicant(): Promise<Applicant | null> {
  const token = findToken(await cookies())
  return token === null ? null : fromToken(token)
}

/** For server actions, which may set cookies. Also renews an existing cookie, so that it expires 90 days after the last application. */
export async function ensureApplicant(): Promise<Applicant> {
  const jar = await cookies()
  const token = findToken(jar) ?? newToken()
  jar.set(cookieOf(token))
  return fromToken(token)
}

/**
 * For the proxy. Sets the cookie before the form is sent, so two tabs, or a double click without JavaScript, count as one
 * applicant: if several responses set it, the browser keeps one value for all tabs.
 */
export function ensureApplicantCookie(request: NextRequest, response: NextResponse): void {
  const cookie = cookieOf(findToken(request.cookies) ?? newToken())
  if (request.cookies.get(cookie.name)?.value !== cookie.value) response.cookies.set(cookie)
}

function findToken(jar: CookieJar): string | null {
  // On HTTPS it needs the `__Host-` prefix: another host of the same domain could set one without, and know its token.
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
