/** Why the webhook route rejected a delivery: counted, stored for staff, and put into words on their screens. */
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
