// Events (W6–W9): which status changes send one, and what it contains.
import type { Inquiry } from '../state/entities.ts'

const KIND_OF_STATUS = new Map([
  ['APPROVED', 'inquiry.approved'],
  ['NEEDS_REVIEW', 'inquiry.review_in_progress'],
  ['DECLINED', 'inquiry.declined'],
])

/** The kind of event that a transition to this status sends, or null for FAILED, COMPLETED and any other (R3). */
export function kindOf(status: string): string | null {
  return KIND_OF_STATUS.get(status) ?? null
}

/** W9 defines the data of inquiry.approved. The data of the other two is the sandbox's default (N12). */
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
