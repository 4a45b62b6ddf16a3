/** Rate limits, counted in the database, so that all instances share them. Keys are HMACs, so rows expose no IP address or email. */
import 'server-only'
import { createHmac } from 'node:crypto'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import type { Applicant } from '../applicant'
import { type DbOrTransaction, db } from '../database/db'
import { env } from '../runtime/env'
import { clientNetwork } from './client-network'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

interface Limit {
  /** How many requests in how many seconds. */
  points: number
  seconds: number
  /** The number of requests in the demo, where everyone shares one address and tests run fast. */
  demoPoints?: number
}

/** The names are part of the table's keys. Each comment says what is counted. */
export const LIMITS = {
  /**
   * A network's requests that call the identity provider; a sign-in takes two. In the demo: sign-ins with the published password, so
   * that refused ones can't fill the audit trail.
   */
  'sign-in': { points: 200, seconds: QUARTER_HOUR },
  /** An applicant's applications. */
  'open-applicant': { points: 10, seconds: HOUR },
  /** A network's applications: enough for a large office behind one address. */
  'open-address': { points: 600, seconds: HOUR, demoPoints: 60_000 },
  /** An applicant's returns from the hosted flow, which make an urgent read due. Nobody leaves and resumes the flow more often. */
  return: { points: 20, seconds: QUARTER_HOUR },
  /** A network's returns: enough for an office, but not for a script that tries to use up the call budget. */
  'return-network': { points: 100, seconds: QUARTER_HOUR },
  /** A member of staff's refreshes, which use the call budget that customers depend on. */
  refresh: { points: 10, seconds: 60 },
  /** A member of staff's reveals: enough for a reviewer, and too few to harvest data. */
  reveal: { points: 10, seconds: 60, demoPoints: 1_000 },
} as const satisfies Record<string, Limit>
type LimitName = keyof typeof LIMITS

/** The client's network, from the request's `X-Forwarded-For`. */
export const networkOf = (headers: Pick<Headers, 'get'>): string =>
  clientNetwork(headers.get('x-forwarded-for'), env().TRUSTED_PROXY_HOPS)

/** Reuses limiters, because each one starts a timer that runs as long as the process. */
const limiters = new Map<LimitName, RateLimiterPrisma>()

function limiter(name: LimitName): RateLimiterPrisma {
  const known = limiters.get(name)
  if (known) return known
  const { points, seconds, demoPoints = points }: Limit = LIMITS[name]
  const built = new RateLimiterPrisma({
    storeClient: db(),
    keyPrefix: name,
    points: env().STAFF_SIGN_IN === 'demo' ? demoPoints : points,
    duration: seconds,
  })
  limiters.set(name, built)
  return built
}

/** An HMAC, because trying all addresses would reverse a plain hash. */
const keyOf = (who: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(who).digest('base64url')

/**
 * Counts a request, and says whether it is within the limit.
 * @param who a network, an applicant's hash or the id of a member of staff
 */
export async function isWithin(limit: LimitName, who: string): Promise<boolean> {
  try {
    await limiter(limit).consume(keyOf(who))
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

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
