import en from '../../messages/en.json' with { type: 'json' }

interface RejectionText {
  title: string
  fix: string
}

/** The staff area's texts about rejected deliveries, and reasons that are too expensive to detect on the request path. */
const TEXTS: Readonly<Record<string, RejectionText>> = {
  ...en.StaffEvents.rejections,
  secret_form: {
    title: 'Right secret, wrong form',
    fix: 'The service derives its HMAC key from the secret differently (N15). Set VERIFICATION_WEBHOOK_SECRET_FORM.',
  },
  reserialised_body: {
    title: 'Rewritten body',
    fix: 'Something between the service and this app parsed and re-serialised the body (W10). Pass the raw bytes through.',
  },
}

export const rejectionText = (reason: string): RejectionText =>
  (Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined) ?? {
    title: reason,
    fix: en.StaffEvents.noAdvice,
  }
