// Events (W6–W9): which status changes send one, and its content.
import type { Inquiry } from '../state/entities.ts'

const KIND_OF_STATUS = new Map([
  ['APPROVED', 'inquiry.approved'],
  ['NEEDS_REVIEW', 'inquiry.review_in_progress'],
  ['DECLINED', 'inquiry.declined'],
])

/** The event kind of a transition to this status; null for FAILED, COMPLETED and unknown statuses (R3). */
export function kindOf(status: string): string | null {
  return KIND_OF_STATUS.get(status) ?? null
}

/** W9 defines the data of inquiry.approved. For the other two kinds, the sandbox chooses it (N12). */
export function eventData(inquiry: Inquiry, kind: string, at: string): Record<string, unknown> {
  const { id: inquiryId, status, correlationId } = inquiry
  const usual = { inquiryId, referenceId: inquiry.referenceId ?? '', status, correlationId }
  switch (kind) {
    case 'inquiry.approved':
      return { ...usual, approvedAt: at, succeededCapabilities: succeededCapabilities(inquiry) }
    case 'inquiry.declined':
      return { ...usual, declinedAt: at }
    default:
      return { ...usual, reviewStartedAt: at }
  }
}

/** The capabilities whose newest result succeeded, in the template's order (R5). */
export function succeededCapabilities({ steps, results }: Inquiry): string[] {
  return steps.filter(
    (step) => results.findLast((result) => result.capability === step)?.succeeded === true,
  )
}
