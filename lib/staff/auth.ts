/**
 * Staff sign-in with next-auth: the merchant's identity provider, or the demo's people. The session is a signed cookie that
 * names the user. Role and access are read from the database on every request, so a change applies immediately.
 */
import 'server-only'
import { headers } from 'next/headers'
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

/** @param page the path and query that somebody asked for */
export function signInFor(page: string | null): string {
  const opens = pageAfterSignIn(page)
  return opens === HOME ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ callbackUrl: opens })}`
}

/** @param asked from a URL, so it can be anything: only a staff page of ours is opened. */
export function pageAfterSignIn(asked: unknown): string {
  const { NEXTAUTH_URL } = env()
  if (typeof asked !== 'string' || !URL.canParse(asked, NEXTAUTH_URL)) return HOME
  const { origin, pathname, search } = new URL(asked, NEXTAUTH_URL)
  // A download is audited, so no link may start one in the name of whoever signs in.
  const isStaffPage =
    pathname.startsWith(`${HOME}/`) && pathname !== SIGN_IN && !/%|\/export\/*$/.test(pathname)
  return origin === new URL(NEXTAUTH_URL).origin && isStaffPage ? pathname + search : HOME
}

/** What {@link admit} found, which next-auth takes for its user. */
const admittedSchema = z.object({ id: z.guid(), sessionVersion: z.number() })

/** @returns null for a wrong password. @throws Error with a code that the sign-in page knows */
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
        // The next callback gets the same object.
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
        // `blob:https://host/` has our origin, too, and next-auth would keep it and then refuse every request that brings it.
        const isOurs = target?.origin === baseUrl && /^https?:$/.test(target.protocol)
        return isOurs ? target.href : `${baseUrl}/admin`
      },
    },
    events: { signOut: ({ token }) => endSessions(token) },
  }
}

const LOGGED_CODE = /^[A-Z_]{1,60}$/
const failureSchema = z.object({ error: z.instanceof(Error) })

/** Why nobody was signed in, as next-auth reports it. */
function logFailure(code: string, metadata: unknown): void {
  const error = metadata instanceof Error ? metadata : failureSchema.safeParse(metadata).data?.error
  const kind = LOGGED_CODE.test(code) ? code : undefined
  log.warn('sign_in_failed', { kind, ...(error && explainFailure(error)) })
}

/**
 * Signing out ends all of the user's sessions, so a stolen cookie becomes useless. A session that has already ended can't
 * end newer ones.
 */
async function endSessions(token: unknown): Promise<void> {
  const claims = parseClaims(token)
  if (!claims) return
  const { sub, sessionVersion } = claims
  const { count } = await db().user.updateMany({ where: { id: sub, sessionVersion }, data: ENDED })
  if (count > 0)
    await audit({ actor: sub, subject: sub, action: 'staff.signed_out', outcome: 'everywhere' })
}

/** Null if signed out, expired, idle, blocked, or if the person's sessions have been ended since. */
export async function getStaff(): Promise<Staff | null> {
  return (await getStaffSession())?.staff ?? null
}

/** Staff, and how to find out later, while an answer is being sent, whether they are still signed in and with which role. */
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
  if (idleMs > SEEN_EVERY_MS)
    await db().user.update({ where: { id }, data: { seenAt: new Date() } })
  return { id, name, role }
}

/** Often enough for {@link IDLE_MS}, without a write for every request. */
const SEEN_EVERY_MS = 60_000

/**
 * For staff pages and actions. Without a session it redirects to sign-in, which leads back to the page. A role that may not open the
 * page is redirected to its own first page.
 * @param page the page, or the one in the menu above it
 */
export async function requireStaff(page: StaffPagePath): Promise<Staff> {
  const staff = await getStaff()
  if (!staff) redirect(signInFor((await headers()).get(PAGE_HEADER)))
  // Not to the overview, which this role may not be allowed to open either.
  if (!canOpen(staff, page)) redirect(findHome(staff) ?? notFound())
  return staff
}
