/** Why the webhook route rejects deliveries, with the title that staff read. A metric counts the reasons. */
export const REJECTION_TITLES = {
  no_header: 'No signature',
  malformed_header: 'Malformed signature',
  wrong_secret_or_altered_body: 'Wrong secret or altered body',
  unreadable_event: 'Signed, but not an event',
  too_large: 'Too large',
  too_slow: 'Too slow',
  too_many: 'Too many at once',
} as const
export type RejectionReason = keyof typeof REJECTION_TITLES
