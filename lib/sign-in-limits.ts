/** Bounds how often a password may be tried, for an account and for an address, counted in the database. */
import 'server-only'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import { db } from './db'

const WINDOW_SECONDS = 15 * 60
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 50

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterPrisma({ storeClient: db(), keyPrefix, points, duration: WINDOW_SECONDS })

/** Counts one try. @returns whether it may go on. A success gives the account's tries back: see {@link forgetTries}. */
export async function mayTryPassword(email: string, address: string): Promise<boolean> {
  try {
    await limiter('sign-in-address', TRIES_PER_ADDRESS).consume(address)
    await limiter('sign-in-account', TRIES_PER_ACCOUNT).consume(email)
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

export async function forgetTries(email: string): Promise<void> {
  await limiter('sign-in-account', TRIES_PER_ACCOUNT).delete(email)
}
