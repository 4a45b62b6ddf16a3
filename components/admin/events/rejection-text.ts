/** Explains each reason for rejecting a delivery, and how to fix it. */
import type { RejectionReason } from '@/lib/rejected-deliveries'

interface RejectionText {
  title: string
  fix: string
}

const TEXTS: Readonly<Record<string, RejectionText>> = {
  no_header: {
    title: 'No signature',
    fix: 'X-Service-Signature is missing. A proxy may have removed it, or the delivery did not come from the service.',
  },
  malformed_header: {
    title: 'Malformed signature',
    fix: 'The signature is not sha256= and 64 hex digits. Check the proxies between the service and this app.',
  },
  bare_digest: {
    title: 'Digest without its prefix',
    fix: 'The signature is a digest without sha256= in front (W4). The service always sends the prefix, so check who sent this.',
  },
  wrong_secret_or_altered_body: {
    title: 'Wrong secret or altered body',
    fix: 'Compare VERIFICATION_WEBHOOK_SECRET with the secret of this endpoint in the portal; after a rotation, the new one signs. If they match, run npm run doctor on a captured delivery.',
  },
  unreadable_event: {
    title: 'Signed, but not an event',
    fix: 'The signature is valid, but the body is not an event as the contract defines it. Report it to the service.',
  },
  too_large: {
    title: 'Too large',
    fix: 'The body is over 1 MiB. No event is that large, so this did not come from the service.',
  },
  too_slow: {
    title: 'Too slow',
    fix: 'The body took longer than ten seconds to arrive. If this repeats, check the network and the proxies in between.',
  },
  too_many: {
    title: 'Too many at once',
    fix: 'Too many large or unfinished bodies were arriving at once. The service will retry. If this repeats, limit connections at the proxy.',
  },
  // Only `npm run doctor` reports these two: detecting them is too expensive on the request path.
  secret_form: {
    title: 'Right secret, wrong form',
    fix: 'The service derives its HMAC key from the secret differently (N15). Set VERIFICATION_WEBHOOK_SECRET_FORM.',
  },
  reserialised_body: {
    title: 'Rewritten body',
    fix: 'Something between the service and this app parsed the body and wrote it again (W10). The raw bytes must arrive.',
  },
} satisfies Record<RejectionReason | 'secret_form' | 'reserialised_body', RejectionText>

/** What rejected deliveries can be filtered by. */
export const REJECTION_REASONS = Object.keys(TEXTS).filter(
  (reason) => reason !== 'secret_form' && reason !== 'reserialised_body',
)

export const rejectionText = (reason: string): RejectionText =>
  (Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined) ?? {
    title: reason,
    fix: 'No advice for this reason.',
  }
