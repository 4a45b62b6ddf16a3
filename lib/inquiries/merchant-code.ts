/** Runs the merchant's own code: `openAccount` and `notifyCustomer`. */
import 'server-only'
import { startDeadline } from '../http/deadline'
import { env } from '../runtime/env'
import { errorName, failure, log } from '../runtime/log'

const DEADLINE_MS = 30_000

/**
 * Survives code that throws synchronously, never settles, or quotes the person in an error message. The deadline can't stop the
 * code: it only stops this function from waiting.
 * @param event the log event of a failure
 * @returns null if the code succeeded, or else the error's class
 */
export async function runMerchantCode(
  work: () => Promise<unknown>,
  { event, ...claim }: { event: string; inquiry: string; correlationId: string },
): Promise<string | null> {
  const deadline = startDeadline(DEADLINE_MS)
  try {
    await deadline.hold(Promise.resolve().then(work))
    return null
  } catch (error) {
    if (env().NODE_ENV === 'development') console.error(error)
    log.error(event, { ...claim, ...failure(error) })
    return errorName(error)
  } finally {
    deadline.clear()
  }
}
