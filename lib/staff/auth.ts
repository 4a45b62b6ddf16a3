/**
 * Staff sign-in with next-auth, through the merchant's identity provider or with the demo's people. The session is a cookie that names
 * the user. Each request reads the user's role and access from the database, so a change applies immediately.
 */
import 'server-only'
import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { db } from '../database/db'
import { PAGE_HEADER } from '../http/request-source'
import { audit } from '../privacy/audit'
import { canOpen, findHome, isRole, type Staff, type StaffPagePath } from '../roles'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { DEMO_ISSUER } from './demo-people'
import { OIDC, oidcProvider, readPerson } from './oidc'
import { explainFailure } from './oidc-failure'
import {
  ENDED,
  IDLE_MS,
  parseClaims,
  readSession,
  SESSION_SECONDS,
  type SessionClaims,
  sessionCookie,
  signInCookies,
} from './session'
import { admit, checkDemoPassword, orUnavailable, refuse } from './sign-in'

const HOME = '/admin'
export const SIGN_IN = '/admin/sign-in'

const isDemo = (): boolean => env().STAFF_SIGN_IN === 'demo'

/** @param page the path and query of the requested page */
export function signInFor(page: string | null): string {
  const opens = pageAfterSignIn(page)
  return opens === HOME ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ callbackUrl: opens })}`
}

/**
 * The sign-in page's address, which leads back to this request's page. If the browser still has a session cookie, that page says that
 * the session has ended.
 */
async function signInHere(): Promise<string> {
  const address = signInFor((await headers()).get(PAGE_HEADER))
  const hadSession = (await cookies()).has(sessionCookie().name)
  return hadSession ? `${address}${address.includes('?') ? '&' : '?'}error=SessionEnded` : address
}

/** @param asked the requested page, from a URL, so it can be anything. Only a staff page of ours is returned */
export function pageAfterSignIn(asked: unknown): string {
  const { NEXTAUTH_URL } = env()
  if (typeof asked !== 'string' || !URL.canParse(asked, NEXTAUTH_URL)) return HOME
  const { origin, pathname, search } = new URL(asked, NEXTAUTH_URL)
  // Downloads are audited, so a link must not start one in the name of the person who signs in.
  const isStaffPage =
    pathname.startsWith(`${HOME}/`) && pathname !== SIGN_IN && !/%|\/export\/*$/.test(pathname)
  return origin === new URL(NEXTAUTH_URL).origin && isStaffPage ? pathname + search : HOME
}

/** The result of `admit()`; next-auth calls it the user. */
const admittedSchema = z.object({ id: z.guid(), sessionVersion: z.number() })

/**
 * @returns null for a wrong password
 * @throws Error whose message is a code that the sign-in page knows
 */
async function authorizeDemo(credentials: unknown) {
  const outcome = await orUnavailable(async () => {
    const person = await checkDemoPassword(credentials)
    return person === null || typeof person === 'string' ? person : admit(person)
  })
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome
}

export function authOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    cookies: { sessionToken: sessionCookie(), ...signInCookies() },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN, error: SIGN_IN },
    logger: { error: logFailure, warn() {}, debug() {} },
    providers: [
      isDemo()
        ? CredentialsProvider({
            credentials: { email: {}, password: {} },
            authorize: (credentials) => authorizeDemo(credentials),
          })
        : oidcProvider(),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.provider !== OIDC) return true
        const outcome = await orUnavailable(async () => {
          const person = readPerson(profile)
          if (typeof person !== 'string') return admit(person)
          await refuse(person)
          return person === 'email_not_verified' ? 'EmailNotVerified' : 'AccessDenied'
        })
        if (typeof outcome === 'string') return `${SIGN_IN}?error=${outcome}`
        // The `jwt` callback gets the same object.
        Object.assign(user, outcome)
        return true
      },
      jwt({ token, user }) {
        if (!user) return token
        const { id, sessionVersion } = admittedSchema.parse(user)
        return { sub: id, signedInAt: Date.now(), sessionVersion } satisfies SessionClaims
      },
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null
        // `blob:https://host/` has our origin too. next-auth would store it in a cookie and then refuse every request with that cookie.
        const isOurs = target?.origin === baseUrl && /^https?:$/.test(target.protocol)
        return isOurs ? target.href : `${baseUrl}/admin`
      },
    },
    events: { signOut: ({ token }) => endSessions(token) },
  }
}

const LOGGED_CODE = /^[A-Z_]{1,60}$/
const failureSchema = z.object({ error: z.instanceof(Error) })

/** Logs next-auth's reason for a failed sign-in. */
function logFailure(code: string, metadata: unknown): void {
  const error = metadata instanceof Error ? metadata : failureSchema.safeParse(metadata).data?.error
  const kind = LOGGED_CODE.test(code) ? code : undefined
  log.warn('sign_in_failed', { kind, ...(error && explainFailure(error)) })
}

/** Signing out ends all of the user's sessions, so a stolen cookie becomes useless. An ended session can't end newer ones. */
async function endSessions(token: unknown): Promise<void> {
  const claims = parseClaims(token)
  if (!claims) return
  const { sub, sessionVersion } = claims
  const { count } = await db().user.updateMany({ where: { id: sub, sessionVersion }, data: ENDED })
  if (count > 0)
    await audit({ actor: sub, subject: sub, action: 'staff.signed_out', outcome: 'everywhere' })
}

/** Null if the person isn't signed in or is blocked, or if the session is expired, idle or ended. */
export async function getStaff(): Promise<Staff | null> {
  return (await getStaffSession())?.staff ?? null
}

/** The signed-in person, and a function for long responses that reads them again: null once they are signed out or blocked. */
export async function getStaffSession() {
  const claims = await readSession()
  const staff = claims && (await findStaff(claims))
  if (!staff) return null
  const findAgain = async () => {
    const unexpired = parseClaims(claims)
    return unexpired && findStaff(unexpired)
  }
  return { staff, findAgain }
}

async function findStaff(claims: SessionClaims): Promise<Staff | null> {
  const user = await db().user.findUnique({
    where: { id: claims.sub, sessionVersion: claims.sessionVersion, active: true },
    select: { id: true, issuer: true, name: true, role: true, seenAt: true },
  })
  if (!user || (user.issuer === DEMO_ISSUER && !isDemo())) return null
  const { id, name, role, seenAt } = user
  const idleMs = Date.now() - seenAt.getTime()
  if (!isRole(role) || idleMs > IDLE_MS) return null
  // Best effort: while the database refuses writes, the overview must still open and say so.
  if (idleMs > SEEN_EVERY_MS)
    await db()
      .user.update({ where: { id }, data: { seenAt: new Date() } })
      .catch(() => undefined)
  return { id, name, role }
}

/** How often a request updates `seenAt`: often enough for {@link IDLE_MS}, but not with every request. */
const SEEN_EVERY_MS = 60_000

/**
 * For staff pages and actions. Without a session, this redirects to sign-in, which then leads back. A person who may not open the page
 * is redirected to the first page that they may open.
 * @param page the page, or the menu's page above it
 */
export async function requireStaff(page: StaffPagePath): Promise<Staff> {
  const staff = await getStaff()
  if (!staff) redirect(await signInHere())
  // Never redirects to a fixed page, because this role may not be allowed to open that either.
  if (!canOpen(staff, page)) redirect(findHome(staff) ?? notFound())
  return staff
}
