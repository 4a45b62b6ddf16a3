/**
 * Bounds how often something may be tried, counted in the database and so for all instances together. Whom a count is
 * about, an address or an e-mail, is kept as a keyed hash: a row must not tell.
 */
import 'server-only'
import { createHmac } from 'node:crypto'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import type { Applicant } from './applicant'
import { type DbOrTransaction, db } from './db'
import { env } from './env'

const QUARTER_HOUR_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const PASSWORDS_PER_ACCOUNT = 10
const PASSWORDS_PER_ADDRESS = 50
const OPENS_PER_APPLICANT = 10
/** In a quarter of an hour: more than anyone leaves the hosted flow and goes on with it. */
export const RETURNS_PER_APPLICANT = 20

/** One for each prefix: a limiter arms a timer that clears expired rows for as long as the process lives. */
const limiters = new Map<string, RateLimiterPrisma>()

function limiter(keyPrefix: string, points: number, duration: number): RateLimiterPrisma {
  const known = limiters.get(keyPrefix)
  if (known) return known
  const built = new RateLimiterPrisma({ storeClient: db(), keyPrefix, points, duration })
  limiters.set(keyPrefix, built)
  return built
}

const passwordsOfAccount = () =>
  limiter('password-account', PASSWORDS_PER_ACCOUNT, QUARTER_HOUR_SECONDS)
const opensOfApplicant = () => limiter('open-applicant', OPENS_PER_APPLICANT, HOUR_SECONDS)
const returnsOfApplicant = () => limiter('return', RETURNS_PER_APPLICANT, QUARTER_HOUR_SECONDS)

/** Counts one password. A right one gives the account's tries back: see {@link forgetPasswordTries}. */
export const mayTryPassword = (email: string, address: string): Promise<boolean> =>
  isWithin(
    [limiter('password-address', PASSWORDS_PER_ADDRESS, QUARTER_HOUR_SECONDS), address],
    [passwordsOfAccount(), email],
  )

export async function forgetPasswordTries(email: string): Promise<void> {
  await passwordsOfAccount().delete(keyOf(email))
}

/** Counts one application of an applicant, and of the address it comes from. */
export const mayOpenInquiry = (applicant: Applicant, address: string): Promise<boolean> =>
  isWithin(
    [limiter('open-address', env().OPENS_PER_ADDRESS_AND_HOUR, HOUR_SECONDS), address],
    [opensOfApplicant(), applicant.hash],
  )

/** Counts one return from the hosted flow: each makes a read due that goes before the others. */
export const mayReportReturn = (applicant: Applicant): Promise<boolean> =>
  isWithin([returnsOfApplicant(), applicant.hash])

/** Forgets what was counted of an applicant, as a part of its erasure. */
export async function forgetTriesOf(tx: DbOrTransaction, applicant: Applicant): Promise<void> {
  const keys = [opensOfApplicant(), returnsOfApplicant()].map((counter) =>
    counter.getKey(keyOf(applicant.hash)),
  )
  await tx.rateLimiterFlexible.deleteMany({ where: { key: { in: keys } } })
}

/**
 * The nearest proxy writes the last address of X-Forwarded-For; whatever stands before it came from the client. Without
 * a proxy all of it does: Next fills the header in only where it is missing.
 */
export const addressIn = (forwardedFor: unknown): string =>
  String(forwardedFor ?? '')
    .split(',')
    .at(-1)
    ?.trim() || 'unknown'

async function isWithin(...counters: [RateLimiterPrisma, whom: string][]): Promise<boolean> {
  try {
    for (const [counter, whom] of counters) await counter.consume(keyOf(whom))
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

/** A plain hash of an address could be found by trying all of them. */
const keyOf = (whom: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(whom).digest('base64url')
