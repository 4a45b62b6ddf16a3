/** The app's client for the service, configured from the environment. Every call is timed. */
import 'server-only'
import { env } from './env'
import { errorName } from './log'
import { metrics } from './metrics'
import { createVerificationClient, type VerificationClient } from './verification/client'

let service: VerificationClient | undefined

export function verificationService(): VerificationClient {
  const { VERIFICATION_BASE_URL: baseUrl, VERIFICATION_API_KEY: apiKey } = env()
  service ??= timed(createVerificationClient({ baseUrl, apiKey }))
  return service
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
