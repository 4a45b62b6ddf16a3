// From what is stored to what a merchant reads: status and documents.

import type { Clock } from '../scenario/clock.ts'
import { gapValue, givenOrNone } from '../scenario/gaps.ts'
import type { ArtifactPage, ArtifactType, Inquiry, Tenant } from '../state/entities.ts'
import { ARTIFACT_URL_VALIDITY_MS, type Artifacts } from './artifacts.ts'
import type { DocumentsResponse, InquiryResponse } from './schemas.ts'

/** What an expired inquiry reads as when the sandbox plays a status that nobody has seen (N7). */
const UNKNOWN_EXPIRED_STATUS = 'EXPIRED'

const IDENTITY_STATUSES = new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED'])

const PAGES_OF_TYPE: Record<ArtifactType, ArtifactPage[] | null> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
  selfie: null,
  signature: null,
}

/** The status that merchants are shown now: N6 may hide a fresh decision, N7 names an expired inquiry. */
export function shownStatus(inquiry: Inquiry, tenant: Tenant, nowMs: number): string {
  const status = visibleHistory(inquiry, nowMs).at(-1)?.status ?? 'PENDING'
  if (status !== 'PENDING' || nowMs < Date.parse(inquiry.expiresAt)) return status
  switch (gapValue(tenant, 'N7')) {
    case 'pending':
      return 'PENDING'
    case 'failed':
      return 'FAILED'
    case 'declined':
      return 'DECLINED'
    case 'unknown-status':
      return UNKNOWN_EXPIRED_STATUS
  }
}

export function formatInquiry(inquiry: Inquiry, tenant: Tenant, clock: Clock): InquiryResponse {
  const nowMs = clock.nowMs(tenant.id)
  const status = shownStatus(inquiry, tenant, nowMs)
  const history = visibleHistory(inquiry, nowMs)
  const isLagging = history.length < inquiry.history.length
  const wasInReview = history.some((entry) => entry.status === 'NEEDS_REVIEW')
  const showsReasons =
    gapValue(tenant, 'N26') === 'only-in-review' ? status === 'NEEDS_REVIEW' : wasInReview
  const identity = IDENTITY_STATUSES.has(status) ? formatIdentity(inquiry, tenant) : null
  return {
    inquiryId: inquiry.id,
    status,
    reviewReasons: showsReasons ? inquiry.reviewReasons : [],
    portalDecisionNote: isLagging ? null : inquiry.portalDecisionNote,
    portalDecidedAt: isLagging ? null : inquiry.portalDecidedAt,
    ...givenOrNone(tenant, 'referenceId', inquiry.referenceId),
    ...givenOrNone(tenant, 'note', inquiry.note),
    openedAt: inquiry.openedAt,
    expiresAt: inquiry.expiresAt,
    inquiryTemplateId: inquiry.templateId,
    ...(identity ? { identity } : {}),
  }
}

/** The newest successful artifact of each capability, under URLs that share one expiry (D6, D11). */
export function formatDocuments(
  inquiry: Inquiry,
  status: 'APPROVED' | 'NEEDS_REVIEW',
  artifacts: Artifacts,
  origin: string,
  nowMs: number,
): DocumentsResponse {
  const expiresAtMs = nowMs + ARTIFACT_URL_VALIDITY_MS
  const url = (id: string) => `${origin}${artifacts.signedPath(id, expiresAtMs)}`
  return {
    inquiryId: inquiry.id,
    status,
    urlExpiresAt: new Date(expiresAtMs).toISOString(),
    documents: artifacts.newestScans(inquiry.id).flatMap(({ type, pages }) => {
      const front = pages.get('frontPage')
      if (!front) return []
      const back = pages.get('backPage')
      const supportedPageTypes = PAGES_OF_TYPE[type]
      const showsBack = back !== undefined && supportedPageTypes?.includes('backPage') === true
      return [
        {
          type,
          ...(supportedPageTypes ? { supportedPageTypes } : {}),
          frontPage: url(front.id),
          ...(showsBack ? { backPage: url(back.id) } : {}),
        },
      ]
    }),
  }
}

/** N6: a decision may be visible only some time after its event. */
function visibleHistory({ history }: Inquiry, nowMs: number): Inquiry['history'] {
  return history.filter(({ at, visibleAt }) => Date.parse(visibleAt ?? at) <= nowMs)
}

/** N27: a field that nobody has seen before, in this object and in every object inside it. */
export function withNovelties(tenant: Tenant, answer: object): object {
  return gapValue(tenant, 'N27') === 'extra-fields' ? addNovelties(answer) : answer
}

function addNovelties(value: object): object {
  const fields = Object.entries(value).map(([name, field]) => [name, addNoveltiesInside(field)])
  return { ...Object.fromEntries(fields), xNovelty: { level: 7, labels: ['unseen'] } }
}

function addNoveltiesInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addNoveltiesInside)
  return typeof value === 'object' && value !== null ? addNovelties(value) : value
}

function formatIdentity(inquiry: Inquiry, tenant: Tenant): InquiryResponse['identity'] | null {
  const { personalInfo, document } = inquiry
  if (!personalInfo && !document) return null
  const identity = {
    ...(personalInfo ? { personalInfo } : {}),
    ...(document ? { document } : {}),
  }
  switch (gapValue(tenant, 'N14')) {
    case 'all':
      return identity
    case 'none':
      return null
    case 'some':
      return {
        ...(personalInfo ? { personalInfo: { fullName: personalInfo.fullName } } : {}),
        ...(document ? { document: { documentType: document.documentType } } : {}),
      }
    case 'unknown-document-type':
      return document
        ? { ...identity, document: { ...document, documentType: 'RESIDENCE_PERMIT' } }
        : identity
  }
}
