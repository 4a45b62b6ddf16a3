/**
 * Rate limits, counted in the database so all instances share them. Keys are HMACs, so rows never expose an IP
 * address or an email.
 */
import 'server-only'
import { createHmac } from 'node:crypto'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import type { Applicant } from './applicant'
import { clientNetwork } from './client-network'
import { type DbOrTransaction, db } from './db'
import { env } from './env'

const QUARTER_HOUR_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
/** Per quarter of an hour. The password is published, so this only bounds the work. */
const PASSWORDS_PER_NETWORK = 200
const OPENS_PER_APPLICANT = 10
/** Per hour: enough for a large office behind one address. */
const OPENS_PER_NETWORK = 600
/** Per quarter of an hour: more often than anyone leaves and resumes the hosted flow. */
export const RETURNS_PER_APPLICANT = 20

/** Per quarter of an hour: enough for a shared office, not for a script that wants to use up the call budget. */
const RETURNS_PER_NETWORK = 100
const REFRESHES_PER_STAFF = 10
/** The period in which a member of staff may refresh that often. */
const REFRESH_LIMIT_MS = 60_000
/** More than anyone can look at in that time, too few to harvest. */
const REVEALS_PER_STAFF = 10
/** The period in which a member of staff may reveal that many identities. */
export const REVEAL_LIMIT_MS = 60_000

/** @param forwardedFor the request's `X-Forwarded-For` */
export const networkOf = (forwardedFor: string | null): string =>
  clientNetwork(forwardedFor, env().TRUSTED_PROXY_HOPS)

/** One limiter per prefix, because each starts a timer that runs as long as the process. */
const limiters = new Map<string, RateLimiterPrisma>()

function limiter(keyPrefix: string, points: number, duration: number): RateLimiterPrisma {
  const known = limiters.get(keyPrefix)
  if (known) return known
  const built = new RateLimiterPrisma({ storeClient: db(), keyPrefix, points, duration })
  limiters.set(keyPrefix, built)
  return built
}

/** In the demo, on one's own machine, everyone shares one address and the tests are in a hurry. */
const allowing = (points: number) => (env().STAFF_SIGN_IN === 'demo' ? 100 * points : points)

type Counter = [RateLimiterPrisma, key: string]

/** Counts an attempt with the demo's password before it is checked. */
export const mayTryPassword = (network: string): Promise<boolean> =>
  isWithin([[limiter('password-network', PASSWORDS_PER_NETWORK, QUARTER_HOUR_SECONDS), network]])

/** Per quarter of an hour: a sign-in takes two. */
const PROVIDER_CALLS_PER_NETWORK = 200

/** Counts a request that makes the app call the OpenID Connect provider, which anyone can send. */
export const mayCallProvider = (network: string): Promise<boolean> =>
  isWithin([
    [limiter('provider-network', PROVIDER_CALLS_PER_NETWORK, QUARTER_HOUR_SECONDS), network],
  ])

const opensOfApplicant = () => limiter('open-applicant', OPENS_PER_APPLICANT, HOUR_SECONDS)
const returnsOfApplicant = () => limiter('return', RETURNS_PER_APPLICANT, QUARTER_HOUR_SECONDS)

/** Counts an application against the applicant and their network. */
export const mayOpenInquiry = (applicant: Applicant, network: string): Promise<boolean> =>
  isWithin([
    [limiter('open-address', allowing(OPENS_PER_NETWORK), HOUR_SECONDS), network],
    [opensOfApplicant(), applicant.hash],
  ])

/** Counts a return from the hosted flow, since each makes an urgent read due. */
export const mayReportReturn = (applicant: Applicant): Promise<boolean> =>
  isWithin([[returnsOfApplicant(), applicant.hash]])

/** Counts it against the network too, which many honest customers may share. */
export const mayReadAtOnce = (network: string): Promise<boolean> =>
  isWithin([[limiter('return-network', RETURNS_PER_NETWORK, QUARTER_HOUR_SECONDS), network]])

/** Counts a refresh by staff, since each takes a call from the budget that customers depend on. */
export const mayRefreshStatus = (staff: { id: string }): Promise<boolean> =>
  isWithin([[limiter('refresh', REFRESHES_PER_STAFF, REFRESH_LIMIT_MS / 1_000), staff.id]])

/** Counts a reveal by staff, whether or not the call budget allows it. */
export const mayReveal = (staff: { id: string }): Promise<boolean> =>
  isWithin([[limiter('reveal', allowing(REVEALS_PER_STAFF), REVEAL_LIMIT_MS / 1_000), staff.id]])

/** Deletes an applicant's counters, when the applicant is erased. */
export async function deleteApplicantLimits(
  tx: DbOrTransaction,
  applicant: Applicant,
): Promise<void> {
  const counters = [opensOfApplicant(), returnsOfApplicant()]
  const keys = counters.map((counter) => counter.getKey(keyOf(applicant.hash)))
  await tx.rateLimiterFlexible.deleteMany({ where: { key: { in: keys } } })
}

/** Stops at the first exhausted counter, so that attempts from a blocked network don't count against the account. */
async function isWithin(counters: Counter[]): Promise<boolean> {
  try {
    for (const [counter, key] of counters) await counter.consume(keyOf(key))
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

/** Keyed, because a plain hash of an address could be reversed by trying them all. */
const keyOf = (key: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(key).digest('base64url')
