/** Why a delivery was rejected: what metrics count, what is stored, and what staff filter by. */
export const REJECTION_REASONS = [
  'no_header',
  'malformed_header',
  'bare_digest',
  'wrong_secret_or_altered_body',
  'unreadable_event',
  'too_large',
  'too_slow',
  'too_many',
] as const

export type RejectionReason = (typeof REJECTION_REASONS)[number]
