/** This application's clients of the service, made of its environment. */
import 'server-only'
import { env } from './env'
import { createVerificationClient, type VerificationClient } from './verification/client'

let foreground: VerificationClient | undefined
let background: VerificationClient | undefined

const connection = () => ({
  baseUrl: env().VERIFICATION_BASE_URL,
  apiKey: env().VERIFICATION_API_KEY,
})

/** For calls that a customer or staff wait for. */
export function verificationService(): VerificationClient {
  foreground ??= createVerificationClient(connection())
  return foreground
}

/** For the reconciler, which takes turns: one attempt for each, and its own schedule for the next. */
export function backgroundService(): VerificationClient {
  background ??= createVerificationClient({ ...connection(), maxAttempts: 1 })
  return background
}
