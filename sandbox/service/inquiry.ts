// An inquiry: the hosted flow's results (F1), the status endpoint's response (S1–S6), and which statuses have documents (D2).
import type {
  ArtifactPage,
  ArtifactType,
  Capability,
  DocumentData,
  Inquiry,
  PersonalInfo,
} from '../state/entities.ts'
import type { InquiryResponse } from './schemas.ts'

export interface CollectedPage {
  page: ArtifactPage
  contentType: string
  bytes: Uint8Array
}

export interface CapabilityOutcome {
  capability: Capability
  succeeded: boolean
  personalInfo?: PersonalInfo
  document?: DocumentData
  scan?: { type: ArtifactType; pages: readonly CollectedPage[] }
}

const IDENTITY_STATUSES = new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED'])

/** P4: the newest portal decision, if there is one. */
export function decisionOf({ history }: Inquiry) {
  return history.findLast(({ decision }) => decision)?.decision ?? null
}

export function formatInquiry(inquiry: Inquiry): InquiryResponse {
  const decision = decisionOf(inquiry)
  const identity = IDENTITY_STATUSES.has(inquiry.status) ? formatIdentity(inquiry) : null
  return {
    inquiryId: inquiry.id,
    status: inquiry.status,
    reviewReasons: inquiry.reviewReasons,
    portalDecisionNote: decision?.note ?? null,
    portalDecidedAt: decision?.decidedAt ?? null,
    referenceId: inquiry.referenceId ?? '',
    note: inquiry.note ?? '',
    openedAt: inquiry.openedAt,
    expiresAt: inquiry.expiresAt,
    inquiryTemplateId: inquiry.templateId,
    ...(identity ? { identity } : {}),
  }
}

function formatIdentity({ personalInfo, document }: Inquiry): InquiryResponse['identity'] | null {
  if (!personalInfo && !document) return null
  return { ...(personalInfo ? { personalInfo } : {}), ...(document ? { document } : {}) }
}

/** D2: only these statuses have documents. */
export function hasDocuments(status: string): status is 'APPROVED' | 'NEEDS_REVIEW' {
  return status === 'APPROVED' || status === 'NEEDS_REVIEW'
}
