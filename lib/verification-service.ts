/** The app's clients for the service, configured from the environment. Every call is timed. */
import 'server-only'
import { env } from './env'
import { errorName } from './log'
import { metrics } from './metrics'
import type { ClientOptions } from './verification/call'
import { createVerificationClient, type VerificationClient } from './verification/client'

let background: VerificationClient | undefined

const connection = () => ({
  baseUrl: env().VERIFICATION_BASE_URL,
  apiKey: env().VERIFICATION_API_KEY,
})

/**
 * For calls that a customer or staff are waiting for, so they are retried.
 * @param mayRetry charges each retry to the call budget
 */
export const verificationService = (
  mayRetry: NonNullable<ClientOptions['mayRetry']>,
): VerificationClient => timed(createVerificationClient({ ...connection(), mayRetry }))

/** For the reconciler: one attempt per call, since it schedules the next one itself. */
export function backgroundService(): VerificationClient {
  background ??= timed(createVerificationClient({ ...connection(), maxAttempts: 1 }))
  return background
}

const timed = (client: VerificationClient): VerificationClient => ({
  open: (call) => time('open', () => client.open(call)),
  getInquiry: (call) => time('status', () => client.getInquiry(call)),
  getDocuments: (call) => time('documents', () => client.getDocuments(call)),
})

async function time<Answer>(operation: string, call: () => Promise<Answer>): Promise<Answer> {
  const stop = metrics().serviceCalls.startTimer({ operation })
  try {
    const value = await call()
    stop({ result: 'ok' })
    return value
  } catch (error) {
    stop({ result: errorName(error) })
    throw error
  }
}
