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

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60
/** The period in which a member of staff may refresh that often. */
const REFRESH_LIMIT_MS = 60_000
/** The period in which a member of staff may reveal that many identities. */
export const REVEAL_LIMIT_MS = 60_000

/** By the prefix of their keys: how often, in how many seconds. */
const LIMITS = {
  /** Attempts with the demo's password. It is published, so this only bounds how many refusals are audited. */
  'password-network': { points: 200, seconds: QUARTER_HOUR },
  /** Requests that make the app call the OpenID Connect provider, which anyone can send. A sign-in takes two. */
  'provider-network': { points: 200, seconds: QUARTER_HOUR },
  'open-applicant': { points: 10, seconds: HOUR },
  /** Enough for a large office behind one address. */
  'open-address': { points: 600, seconds: HOUR },
  /** More often than anyone leaves and resumes the hosted flow. */
  return: { points: 20, seconds: QUARTER_HOUR },
  /** Enough for a shared office, not for a script that wants to use up the call budget. */
  'return-network': { points: 100, seconds: QUARTER_HOUR },
  refresh: { points: 10, seconds: REFRESH_LIMIT_MS / 1_000 },
  /** More than anyone can look at in that time, too few to harvest. */
  reveal: { points: 10, seconds: REVEAL_LIMIT_MS / 1_000 },
} as const
type Limit = keyof typeof LIMITS

/** In the demo, on one's own machine, everyone shares one address and the tests are in a hurry. */
const RELAXED_IN_THE_DEMO: readonly Limit[] = ['open-address', 'reveal']

/** @param forwardedFor the request's `X-Forwarded-For` */
export const networkOf = (forwardedFor: string | null): string =>
  clientNetwork(forwardedFor, env().TRUSTED_PROXY_HOPS)

/** One limiter each, because each starts a timer that runs as long as the process. */
const limiters = new Map<Limit, RateLimiterPrisma>()

function limiter(limit: Limit): RateLimiterPrisma {
  const known = limiters.get(limit)
  if (known) return known
  const isRelaxed = env().STAFF_SIGN_IN === 'demo' && RELAXED_IN_THE_DEMO.includes(limit)
  const { points, seconds: duration } = LIMITS[limit]
  const built = new RateLimiterPrisma({
    storeClient: db(),
    keyPrefix: limit,
    points: isRelaxed ? 100 * points : points,
    duration,
  })
  limiters.set(limit, built)
  return built
}

/** Keyed, because a plain hash of an address could be reversed by trying them all. */
const keyOf = (who: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(who).digest('base64url')

/** Counts an attempt, and says whether it is within the limit. */
async function isWithin(limit: Limit, who: string): Promise<boolean> {
  try {
    await limiter(limit).consume(keyOf(who))
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

/** Before the password is checked. */
export const mayTryPassword = (network: string): Promise<boolean> =>
  isWithin('password-network', network)

export const mayCallProvider = (network: string): Promise<boolean> =>
  isWithin('provider-network', network)

/** The network first, so that attempts from a blocked one don't count against the applicant. */
export const mayOpenInquiry = async (applicant: Applicant, network: string): Promise<boolean> =>
  (await isWithin('open-address', network)) && isWithin('open-applicant', applicant.hash)

/** A return from the hosted flow makes an urgent read due. */
export const mayReportReturn = (applicant: Applicant): Promise<boolean> =>
  isWithin('return', applicant.hash)

/** The same for the network, which many honest customers may share. */
export const mayReadAtOnce = (network: string): Promise<boolean> =>
  isWithin('return-network', network)

/** A refresh by staff takes a call from the budget that customers depend on. */
export const mayRefreshStatus = (staff: { id: string }): Promise<boolean> =>
  isWithin('refresh', staff.id)

/** Counts a reveal by staff, whether or not the call budget allows it. */
export const mayReveal = (staff: { id: string }): Promise<boolean> => isWithin('reveal', staff.id)

/** Deletes an applicant's counters, when the applicant is erased. */
export async function deleteApplicantLimits(
  tx: DbOrTransaction,
  applicant: Applicant,
): Promise<void> {
  const keys = (['open-applicant', 'return'] as const).map((limit) =>
    limiter(limit).getKey(keyOf(applicant.hash)),
  )
  await tx.rateLimiterFlexible.deleteMany({ where: { key: { in: keys } } })
}
