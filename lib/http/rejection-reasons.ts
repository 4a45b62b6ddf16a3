/** Why the webhook route rejects deliveries. A metric counts the reasons, and staff screens show them. */
export const REJECTION_REASONS = [
  'no_header',
  'malformed_header',
  'wrong_secret_or_altered_body',
  'unreadable_event',
  'too_large',
  'too_slow',
  'too_many',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]
