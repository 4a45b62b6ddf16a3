import { readExample } from '../../scripts/settings'
import { SECRETS } from '../runtime/env'

const example: Record<string, string> = readExample()
const secrets: Record<string, string> = Object.fromEntries(
  SECRETS.filter((name) => example[name]).map((name) => [name, `${name} of the unit tests`]),
)

/** A complete environment: `.env.example` with another service and without its published secrets. */
export const testEnvironment = (serviceUrl: string) => ({
  ...example,
  ...secrets,
  VERIFICATION_BASE_URL: serviceUrl,
  VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
  VERIFICATION_TEMPLATE_ID: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_test_current_0123456789abcdef',
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS: 'whsec_test_previous_0123456789abcdef',
  VERIFICATION_CALLS_PER_MINUTE: '1000000',
  VERIFICATION_SDK_URL: `${serviceUrl}/sdk/v1.js`,
  VERIFICATION_ARTIFACT_ORIGINS: `${serviceUrl} ${serviceUrl.replace('localhost', '127.0.0.1')} https://a.example`,
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a-secret-for-tests-of-32-characters',
  CRON_SECRET: 'a-cron-secret-for-tests-only',
  STAFF_SIGN_IN: 'demo',
})
