/**
 * How each check went, as far as the service says. Only an approval names the checks that passed (W9), and the service
 * returns documents only for scans that succeeded (D11). It never names the checks that failed.
 */
import { hasDocuments } from '@/lib/inquiries/status'
import type { RevealedInquiry } from '@/lib/inquiries/views'

/**
 * `scanned`: a scan succeeded, which is less than a passed check. `received`: there's data, but nothing confirms it.
 * `not_passed`: failed or not run, and the service doesn't say which.
 */
export type CheckResult =
  | 'passed'
  | 'scanned'
  | 'received'
  | 'not_passed'
  | 'not_run'
  | 'not_reported'

/** What the result is based on, for the line below it. */
type CheckGround =
  | 'approval'
  | 'approval_without'
  | 'document'
  | 'no_document'
  | 'details'
  | 'not_finished'
  | 'in_progress'
  | 'inquiry_failed'
  | 'locked'
  | 'silent'

export interface Check {
  /** The service's name for the check, such as `FACE_MATCH`. */
  capability: string
  result: CheckResult
  ground: CheckGround
}

/** The names seen so far (contract, "What the service does"). */
const KNOWN = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
const PAPERS = ['passport', 'national_id', 'driving_license']

interface CheckFacts {
  status: string | null
  /** The checks that the newest approval named. */
  capabilities: readonly string[]
  /** Whether the reader could still reveal the identity and documents. */
  isLocked: boolean
}

/** @param revealed the identity and documents on screen, if any */
export function describeChecks(facts: CheckFacts, revealed: RevealedInquiry | null): Check[] {
  const named = [...facts.capabilities].filter((capability) => !KNOWN.includes(capability))
  return [...KNOWN, ...named].map((capability) => ({
    capability,
    ...resultOf(capability, facts, revealed),
  }))
}

function resultOf(
  capability: string,
  { status, capabilities, isLocked }: CheckFacts,
  revealed: RevealedInquiry | null,
): Omit<Check, 'capability'> {
  if (capabilities.includes(capability)) return { result: 'passed', ground: 'approval' }
  const evidence = revealed && evidenceFor(capability, revealed)
  if (evidence) return evidence
  if (status === null || status === 'PENDING') return { result: 'not_run', ground: 'not_finished' }
  if (status === 'COMPLETED') return { result: 'not_reported', ground: 'in_progress' }
  if (status === 'APPROVED' && capabilities.length > 0)
    return { result: 'not_passed', ground: 'approval_without' }
  if (status === 'FAILED') return { result: 'not_passed', ground: 'inquiry_failed' }
  // D2: these come with documents, and those show which scans succeeded.
  return { result: 'not_reported', ground: isLocked && hasDocuments(status) ? 'locked' : 'silent' }
}

function evidenceFor(
  capability: string,
  { documents, documentsUnavailable, identity }: RevealedInquiry,
): Omit<Check, 'capability'> | null {
  if (capability === 'PERSONAL_INFO')
    return identity?.declared.length ? { result: 'received', ground: 'details' } : null
  // A missing or empty list of documents (D12) proves nothing.
  if (documentsUnavailable !== null) return null
  const types = documents.map(({ type }) => type)
  const isGiven =
    capability === 'FACE_MATCH'
      ? types.includes('selfie')
      : types.some((type) => PAPERS.includes(type))
  if (isGiven) return { result: 'scanned', ground: 'document' }
  return { result: 'not_passed', ground: 'no_document' }
}
