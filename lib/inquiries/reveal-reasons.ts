/** Why staff may ask to see an identity. Codes rather than free text, so nobody writes about a customer here. */
export const REVEAL_REASONS = ['review', 'fraud', 'complaint', 'request', 'audit'] as const
export type RevealReason = (typeof REVEAL_REASONS)[number]

/** The merchant's own number for the case, not a name. */
export const CASE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9/_.-]{0,29}$/
