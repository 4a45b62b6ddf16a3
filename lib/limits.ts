/**
 * Rate limits, counted in the database and so for all instances together. Keys are HMACs, so rows never expose an IP
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
const PASSWORDS_PER_DEVICE = 10
const PASSWORDS_PER_ACCOUNT_AND_NETWORK = 10
const PASSWORDS_PER_NETWORK = 50
/** From all networks together. It takes ten networks to use it up, and known devices don't count. */
const PASSWORDS_PER_ACCOUNT = 100
const OPENS_PER_APPLICANT = 10
/** More often than anyone leaves the hosted flow and goes on with it in a quarter of an hour. */
export const RETURNS_PER_APPLICANT = 20

/** In a quarter of an hour, from one network: a shared office, not a script that wants the whole budget of calls. */
const RETURNS_PER_NETWORK = 100
/** In a minute. */
const REFRESHES_PER_STAFF = 10

/** The network that a request comes from. @param forwardedFor its `X-Forwarded-For` */
export const networkOf = (forwardedFor: string | null): string =>
  clientNetwork(forwardedFor, env().TRUSTED_PROXY_HOPS)

/** One for each prefix: a limiter starts a timer that clears expired rows for as long as the process lives. */
const limiters = new Map<string, RateLimiterPrisma>()

function limiter(keyPrefix: string, points: number, duration: number): RateLimiterPrisma {
  const known = limiters.get(keyPrefix)
  if (known) return known
  const built = new RateLimiterPrisma({ storeClient: db(), keyPrefix, points, duration })
  limiters.set(keyPrefix, built)
  return built
}

export interface PasswordAttempt {
  email: string
  network: string
  /** From {@link deviceOf}: a browser that has signed in to this account before. */
  device: string | null
}

type Counter = [RateLimiterPrisma, key: string]

/** Nobody elsewhere can use up the attempts of a known device, so nobody can lock its owner out. */
function passwordCounters({ email, network, device }: PasswordAttempt): Counter[] {
  const counter = (prefix: string, points: number) => limiter(prefix, points, QUARTER_HOUR_SECONDS)
  if (device !== null) return [[counter('password-device', PASSWORDS_PER_DEVICE), device]]
  return [
    [counter('password-account-network', PASSWORDS_PER_ACCOUNT_AND_NETWORK), `${email} ${network}`],
    [counter('password-network', PASSWORDS_PER_NETWORK), network],
    [counter('password-account', PASSWORDS_PER_ACCOUNT), email],
  ]
}

/** Counts one password, before it is checked: attempts that arrive together are all counted. */
export const mayTryPassword = (attempt: PasswordAttempt): Promise<boolean> =>
  isWithin(passwordCounters(attempt))

/** The password was right: what is counted is wrong ones, and for one device or account and network in a row. */
export async function forgivePasswords(attempt: PasswordAttempt): Promise<void> {
  const [consecutive, ...total] = passwordCounters(attempt)
  await consecutive?.[0].delete(keyOf(consecutive[1]))
  for (const [counter, key] of total) await counter.reward(keyOf(key))
}

const opensOfApplicant = () => limiter('open-applicant', OPENS_PER_APPLICANT, HOUR_SECONDS)
const returnsOfApplicant = () => limiter('return', RETURNS_PER_APPLICANT, QUARTER_HOUR_SECONDS)

/** Counts one application, of the applicant and of the network it comes from. */
export const mayOpenInquiry = (applicant: Applicant, network: string): Promise<boolean> =>
  isWithin([
    [limiter('open-address', env().OPENS_PER_ADDRESS_AND_HOUR, HOUR_SECONDS), network],
    [opensOfApplicant(), applicant.hash],
  ])

/** Counts one return from the hosted flow: each makes an urgent read due. */
export const mayReportReturn = (applicant: Applicant, network: string): Promise<boolean> =>
  isWithin([
    [returnsOfApplicant(), applicant.hash],
    [limiter('return-network', RETURNS_PER_NETWORK, QUARTER_HOUR_SECONDS), network],
  ])

/** Counts one refresh of a status by staff: each takes one of the calls that customers wait for. */
export const mayRefreshStatus = (staff: { id: string }): Promise<boolean> =>
  isWithin([[limiter('refresh', REFRESHES_PER_STAFF, 60), staff.id]])

/** Deletes what was counted of an applicant, when they are erased. */
export async function forgetTriesOf(tx: DbOrTransaction, applicant: Applicant): Promise<void> {
  const keys = [opensOfApplicant(), returnsOfApplicant()].map((counter) =>
    counter.getKey(keyOf(applicant.hash)),
  )
  await tx.rateLimiterFlexible.deleteMany({ where: { key: { in: keys } } })
}

/** Stops at the first counter that is used up: what one network wastes doesn't count against the account. */
async function isWithin(counters: Counter[]): Promise<boolean> {
  try {
    for (const [counter, key] of counters) await counter.consume(keyOf(key))
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

/** A plain hash of an address could be found by trying all of them. */
const keyOf = (key: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(key).digest('base64url')
