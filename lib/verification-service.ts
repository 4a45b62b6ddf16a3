/** This application's client of the service, made of its environment. */
import 'server-only'
import { env } from './env'
import { createVerificationClient, type VerificationClient } from './verification/client'

let client: VerificationClient | undefined

export function verificationService(): VerificationClient {
  client ??= createVerificationClient({
    baseUrl: env().VERIFICATION_BASE_URL,
    apiKey: env().VERIFICATION_API_KEY,
  })
  return client
}
