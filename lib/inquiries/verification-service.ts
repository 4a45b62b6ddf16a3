/** The app's client for the service, configured from the environment. A histogram records the duration of each call. */
import 'server-only'
import { sendWithinLimits } from '../http/send-within-limits'
import { env } from '../runtime/env'
import { errorName, log } from '../runtime/log'
import { metrics } from '../runtime/metrics'
import { oncePerProcess } from '../runtime/once-per-process'
import { createVerificationClient, type VerificationClient } from '../verification/client'
import type { Deprecation } from '../verification/deprecation'

let service: VerificationClient | undefined

export function verificationService(): VerificationClient {
  const { VERIFICATION_BASE_URL: baseUrl, VERIFICATION_API_KEY: apiKey } = env()
  service ??= timed(
    createVerificationClient({ baseUrl, apiKey, send: sendWithinLimits, onDeprecation: logOnce }),
  )
  return service
}

const announced = oncePerProcess('deprecations', () => new Set<string>())

/** Every answer repeats the announcement, so each process logs it once (N35). */
function logOnce({ since, endsAt }: Deprecation): void {
  const dates = { deprecatedAt: toDay(since), endsAt: toDay(endsAt) }
  const announcement = JSON.stringify(dates)
  if (announced.has(announcement)) return
  announced.add(announcement)
  log.warn('service_deprecated', dates)
}

const toDay = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null

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
