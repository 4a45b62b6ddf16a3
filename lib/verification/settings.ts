/** The service's settings in the environment. `lib/runtime/env.ts` parses them with the others. */
import { z } from 'zod'
import { keyLength, SECRET_FORMS, type SecretForm, type WebhookSecret } from './signature'

export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  // `href` normalises the protocol and the host to lower case.
  .transform((url) => new URL(url).href.replace(/\/+$/, ''))
export const origin = webUrl.refine(
  (url) => new URL(url).origin === url,
  'must be an origin: without a path, a user or a query',
)
const origins = z
  .string('is missing')
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .pipe(z.array(origin).min(1, 'must name at least one origin'))
/** Rejects surrounding space: a secret copied from a file often ends in a newline, and then no signature or token matches. */
export const exact = z
  .string()
  .refine((text) => text.trim() === text, 'must not begin or end with a space or a line break')
export const integer = (least: number) => {
  const error = `must be a whole number, at least ${least}`
  return z.coerce.number({ error }).int({ error }).min(least, { error })
}
const webhookSecret = exact.startsWith('whsec_', 'must start with whsec_')

/** The schema of each setting. Its error says what the value must be. */
export const VERIFICATION_SETTINGS = {
  VERIFICATION_BASE_URL: webUrl,
  VERIFICATION_API_KEY: z
    .string('is missing')
    .regex(/^svc_live_[A-Za-z0-9_-]{32}$/, 'must be svc_live_ and 32 Base64URL characters (A2)'),
  VERIFICATION_TEMPLATE_ID: z.guid('must be the UUID of a published template (O2)'),
  VERIFICATION_TEMPLATE_REVISION_ID: z.guid('must be a UUID or empty (O3)').optional(),
  VERIFICATION_WEBHOOK_SECRET: webhookSecret,
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS: webhookSecret.optional(),
  /** N15: how the service derives its HMAC key from the secret. */
  VERIFICATION_WEBHOOK_SECRET_FORM: z.enum(SECRET_FORMS).default('utf8'),
  /** N17: how many calls a minute the service allows this key. At least two: an approval needs a read, and its identity another. */
  VERIFICATION_CALLS_PER_MINUTE: integer(2).default(60),
  VERIFICATION_SDK_URL: webUrl,
  VERIFICATION_ARTIFACT_ORIGINS: origins,
  /** The hosted flow's origins, if they differ from the SDK's (N19). */
  VERIFICATION_FLOW_ORIGINS: origins.optional(),
  /** The page of the service's portal where reviewers decide. `{referenceId}` or `{inquiryId}` names the case. Staff screens link to it. */
  VERIFICATION_PORTAL_URL: webUrl
    // A URL's path has its braces escaped.
    .transform((url) => url.replace(/%7B(.+?)%7D/gi, '{$1}'))
    .refine(
      (url) => !/\{(?!(referenceId|inquiryId)\})/.test(url),
      'may contain {referenceId} and {inquiryId}, and no other braces',
    )
    .optional(),
}

interface WebhookSettings {
  VERIFICATION_WEBHOOK_SECRET: string
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS?: string | undefined
  VERIFICATION_WEBHOOK_SECRET_FORM: SecretForm
}

/** The endpoint's secret and, during a rotation, the previous one (N16). */
export const webhookSecrets = (settings: WebhookSettings): WebhookSecret[] =>
  [settings.VERIFICATION_WEBHOOK_SECRET, settings.VERIFICATION_WEBHOOK_SECRET_PREVIOUS].flatMap(
    (secret) => (secret ? [{ secret, form: settings.VERIFICATION_WEBHOOK_SECRET_FORM }] : []),
  )

const MIN_KEY_BYTES = 16
export const SHORT_KEY = `gives a key of fewer than ${MIN_KEY_BYTES} secret bytes: set the whole secret that the service's portal showed for your endpoint (W1)`

/** Whether the HMAC key could be guessed (W3). The prefix isn't secret, so its bytes don't count (W1, N15). */
export const hasShortKey = ({ secret, form }: WebhookSecret): boolean =>
  keyLength({ secret, form: form === 'utf8' ? 'utf8-bare' : form }) < MIN_KEY_BYTES
