/**
 * Tells a rejected delivery's likely mistake, by trying the known ones. Runs only after verification failed,
 * and what it finds is advice for staff: nothing it recognises is ever accepted.
 */
import { createHmac } from 'node:crypto'
import { hmacKey, SECRET_FORMS } from './webhook'

export const REJECTION_REASONS = [
  'no_header',
  'malformed_header',
  'bare_digest',
  'secret_form',
  'reserialised_body',
  'wrong_secret_or_altered_body',
  'unreadable_event',
  'too_large',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Shapes as for `verifySignature`. @returns the first mistake that explains the signature. */
export function diagnoseSignature(
  body: Uint8Array,
  header: string | null,
  secrets: readonly string[],
): RejectionReason {
  if (header === null || header.trim() === '') return 'no_header'
  const digest = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(header.trim())?.[1]?.toLowerCase()
  if (!digest) return 'malformed_header'

  const signs = (bytes: Uint8Array | string) =>
    SECRET_FORMS.find((form) =>
      secrets.some(
        (secret) =>
          createHmac('sha256', hmacKey(secret, form)).update(bytes).digest('hex') === digest,
      ),
    )
  const form = signs(body)
  if (form && !/^sha256=/i.test(header.trim())) return 'bare_digest'
  if (form) return 'secret_form'
  if (reserialisations(body).some(signs)) return 'reserialised_body'
  return /^sha256=/i.test(header.trim()) ? 'wrong_secret_or_altered_body' : 'bare_digest'
}

/** W10: the body as a proxy or a framework may have rewritten it after it was signed. */
function reserialisations(body: Uint8Array): string[] {
  const text = new TextDecoder().decode(body)
  try {
    const value: unknown = JSON.parse(text)
    return [JSON.stringify(value), JSON.stringify(value, null, 2), `${text}\n`, text.trimEnd()]
  } catch {
    return [`${text}\n`, text.trimEnd()]
  }
}
