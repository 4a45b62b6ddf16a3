/** Runs code that a merchant replaces: `openAccount` and `notifyCustomer`. */
import 'server-only'
import { startDeadline } from '../http/deadline'
import { env } from '../runtime/env'
import { errorName, log } from '../runtime/log'

const DEADLINE_MS = 30_000

/**
 * It may throw before it returns a promise, never return, or fail with a message about the person. After the deadline it goes on,
 * and nobody waits for it.
 * @param failed the log line of a failure
 * @returns null if it has succeeded; else the error's class
 */
export async function runMerchantCode(
  work: () => Promise<unknown>,
  failed: { event: string; inquiry: string },
): Promise<string | null> {
  const deadline = startDeadline(DEADLINE_MS)
  try {
    await deadline.hold(Promise.resolve().then(work))
    return null
  } catch (error) {
    if (env().NODE_ENV === 'development') console.error(error)
    log.error(failed.event, { inquiry: failed.inquiry, error: errorName(error) })
    return errorName(error)
  } finally {
    deadline.clear()
  }
}
