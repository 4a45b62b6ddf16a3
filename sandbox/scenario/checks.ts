// Derives an inquiry's outcome from its checks, unless another was chosen, and the reasons for a review.
import type { Capability, Inquiry } from '../state/entities.ts'

/** A failed check fails the inquiry. A second name or an expired document sends it to review. */
export function outcomeFromResults(inquiry: Inquiry): string {
  if (failedChecks(inquiry).length > 0) return 'FAILED'
  return hasTwoNames(inquiry) || hasExpiredDocument(inquiry) ? 'NEEDS_REVIEW' : 'APPROVED'
}

const FAILED_CHECK_REASONS: Record<Capability, string> = {
  PERSONAL_INFO: 'The personal information could not be confirmed.',
  PASSPORT_SCAN: 'The document could not be read with certainty.',
  FACE_MATCH: 'The selfie does not match the photo on the document.',
  SIGNATURE: 'The signature could not be read with certainty.',
}

export const UNLIKE =
  'The selfie resembles the photo on the document, but not closely enough for an automatic decision.'

interface ReviewReason {
  about: Capability | null
  reason: string
}

/** Reasons for a review that a reviewer can confirm in the customer's data. */
export function reviewReasonsOf(inquiry: Inquiry): ReviewReason[] {
  const reasons: ReviewReason[] = []
  if (hasTwoNames(inquiry)) {
    const reason = 'The name on the document differs from the name the customer gave.'
    reasons.push({ about: 'PERSONAL_INFO', reason })
  }
  if (hasExpiredDocument(inquiry)) {
    reasons.push({ about: 'PASSPORT_SCAN', reason: 'The document has expired.' })
  }
  for (const about of failedChecks(inquiry)) {
    reasons.push({ about, reason: FAILED_CHECK_REASONS[about] })
  }
  if (reasons.length > 0) return reasons
  return inquiry.steps.includes('FACE_MATCH')
    ? [{ about: 'FACE_MATCH', reason: UNLIKE }]
    : [{ about: null, reason: 'The automatic check was not certain enough to decide.' }]
}

export function failedChecks({ results }: Inquiry): Capability[] {
  const newest = new Map(results.map((result) => [result.capability, result.succeeded]))
  return [...newest].flatMap(([capability, succeeded]) => (succeeded ? [] : [capability]))
}

/** Whether the document has another name than the customer gave. */
function hasTwoNames({ personalInfo, document }: Inquiry): boolean {
  return (
    personalInfo !== null &&
    document !== null &&
    !isSameName(personalInfo.fullName, document.fullName)
  )
}

function hasExpiredDocument({ document, finishedAt }: Inquiry): boolean {
  if (document === null || finishedAt === null) return false
  const expiry = document.dateOfExpiry.split('-').toReversed().join('-')
  return expiry < finishedAt.slice(0, expiry.length)
}

/** Whether two names have the same words in the same order. */
export function isSameName(one: string, other: string): boolean {
  return nameWords(one).join(' ') === nameWords(other).join(' ')
}

/** A name's words without case, accents and punctuation. A hyphen separates words. The merchant's app uses the same rule. */
export const nameWords = (name: string): string[] =>
  name
    .split(/[\s-]+/)
    .map((word) =>
      word
        .normalize('NFKD')
        .replace(/[^\p{Letter}\p{Number}]/gu, '')
        .toLowerCase(),
    )
    .filter(Boolean)
