import type { RevealedInquiry } from '@/lib/inquiries/views'

/** Whether the service gave an identity, or has documents even if it couldn't link to them. */
export const hasEvidence = (revealed: RevealedInquiry | null): boolean =>
  revealed !== null &&
  (revealed.documentsUnavailable !== 'not_approved' || revealed.identity !== null)
