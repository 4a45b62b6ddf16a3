// Explains why a captured delivery doesn't verify. The app itself doesn't, because the diagnosis costs too much for a request
// that anyone can send.
import type { Env } from '../../lib/env.ts'
import {
  isSignedBy,
  parseEvent,
  parseSignature,
  SECRET_FORMS,
} from '../../lib/verification/webhook.ts'
import { type Finding, right, wrong } from './finding.ts'
import { rejectionText } from './rejection-text.ts'

/** An event has about 1 KiB. Serialising deeply nested JSON takes time quadratic in its size. */
const MAX_SAMPLE_BYTES = 16 * 1024

type Secrets = Pick<
  Env,
  | 'VERIFICATION_WEBHOOK_SECRET'
  | 'VERIFICATION_WEBHOOK_SECRET_PREVIOUS'
  | 'VERIFICATION_WEBHOOK_SECRET_FORM'
>

/** @param header the value of X-Service-Signature, as received */
export function checkDelivery(body: Uint8Array, header: string, env: Secrets): Finding {
  if (body.byteLength > MAX_SAMPLE_BYTES)
    return wrong(
      `The delivery has ${body.byteLength} bytes`,
      `The doctor examines at most ${MAX_SAMPLE_BYTES}; a real event has about 1,000.`,
    )
  const reason = diagnose(body, header, env)
  if (reason === null) return right('The delivery verifies, and it is an event')
  const { title, fix } = rejectionText(reason)
  return wrong(`The delivery is rejected: ${title}`, fix)
}

function diagnose(body: Uint8Array, header: string, env: Secrets): string | null {
  const signature = parseSignature(header)
  if (!signature.ok) return signature.reason
  const { digest } = signature
  const secrets = [
    env.VERIFICATION_WEBHOOK_SECRET,
    env.VERIFICATION_WEBHOOK_SECRET_PREVIOUS,
  ].filter((secret) => secret !== undefined)
  if (isSignedBy(body, digest, secrets, env.VERIFICATION_WEBHOOK_SECRET_FORM))
    return parseEvent(body) ? null : 'unreadable_event'
  const isSigned = (bytes: Uint8Array) =>
    SECRET_FORMS.some((form) => isSignedBy(bytes, digest, secrets, form))
  if (isSigned(body)) return 'secret_form'
  if (rewritings(body).some(isSigned)) return 'reserialised_body'
  return 'wrong_secret_or_altered_body'
}

/** W10: possible original bodies, before a proxy or a framework re-serialised them. */
function rewritings(body: Uint8Array): Buffer[] {
  const text = new TextDecoder().decode(body)
  const texts = [`${text}\n`, text.trimEnd()]
  try {
    const value: unknown = JSON.parse(text)
    texts.push(JSON.stringify(value), JSON.stringify(value, null, 2))
  } catch {
    // It isn't JSON, or is nested too deeply to serialise.
  }
  return texts.map((each) => Buffer.from(each))
}
