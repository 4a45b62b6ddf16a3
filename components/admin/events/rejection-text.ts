/** Why a delivery was rejected, and what to fix, for each reason that the signature's doctor gives. */
interface RejectionText {
  title: string
  fix: string
}

const TEXTS: Readonly<Record<string, RejectionText>> = {
  no_header: {
    title: 'No signature',
    fix: 'The header X-Service-Signature is missing. A proxy may have removed it, or this did not come from the service.',
  },
  malformed_header: {
    title: 'Unreadable signature',
    fix: 'The header is not sha256= and 64 hex digits. Look at what stands between the service and here.',
  },
  bare_digest: {
    title: 'Digest without its prefix',
    fix: 'The digest is there without sha256= before it. The sender does not follow the contract (W4).',
  },
  secret_form: {
    title: 'Right secret, other form',
    fix: 'The secret is right, but the key is made of it in another way. Set VERIFICATION_WEBHOOK_SECRET_FORM.',
  },
  reserialised_body: {
    title: 'Body was rewritten',
    fix: 'Something between the service and here parsed the body and wrote it again. The raw bytes must arrive.',
  },
  wrong_secret_or_altered_body: {
    title: 'Other secret, or altered body',
    fix: 'Compare VERIFICATION_WEBHOOK_SECRET with the secret of this endpoint; after a rotation the new one signs.',
  },
  unreadable_event: {
    title: 'Signed, but not an event',
    fix: 'The signature is right, but the body is not an event as the contract shows it. Ask the service.',
  },
  too_large: {
    title: 'Too large',
    fix: 'The body is over 1 MiB. No event is: this did not come from the service.',
  },
}

export const rejectionText = (reason: string): RejectionText =>
  (Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined) ?? {
    title: reason,
    fix: 'No advice for this reason.',
  }
