/**
 * How each check went, as far as the service says: only an approval names the checks that passed (W9), and documents are
 * given only for scans that succeeded (D11). Nothing names the ones that failed.
 */
import type { RevealedInquiry } from '@/lib/inquiries/views'

/** `received`: given, and nothing says that it's right. `not_passed`: it failed or was not run, and the service doesn't say which. */
export type CheckResult = 'passed' | 'received' | 'not_passed' | 'not_run' | 'not_reported'

/** What the result rests on, for the line under it. */
type CheckGround =
  | 'approval'
  | 'approval_without'
  | 'document'
  | 'no_document'
  | 'details'
  | 'not_finished'
  | 'in_progress'
  | 'inquiry_failed'
  | 'silent'

export interface Check {
  /** The service's name: `FACE_MATCH`. */
  capability: string
  result: CheckResult
  ground: CheckGround
}

/** The names seen so far (contract, "What the service does"). */
const KNOWN = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
const PAPERS = ['passport', 'national_id', 'driving_license']

interface CheckFacts {
  status: string | null
  /** Those that the newest approval named. */
  capabilities: readonly string[]
}

/** @param revealed what the service gave on demand, if it is on screen */
export function describeChecks(facts: CheckFacts, revealed: RevealedInquiry | null): Check[] {
  const named = [...facts.capabilities].filter((capability) => !KNOWN.includes(capability))
  return [...KNOWN, ...named].map((capability) => ({
    capability,
    ...resultOf(capability, facts, revealed),
  }))
}

function resultOf(
  capability: string,
  { status, capabilities }: CheckFacts,
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
  return { result: 'not_reported', ground: 'silent' }
}

function evidenceFor(
  capability: string,
  { documents, documentsUnavailable, identity }: RevealedInquiry,
): Omit<Check, 'capability'> | null {
  if (capability === 'PERSONAL_INFO')
    return identity?.declared.length ? { result: 'received', ground: 'details' } : null
  // Without a list of documents, or with an empty one (D12), there is nothing to conclude.
  if (documentsUnavailable !== null) return null
  const types = documents.map(({ type }) => type)
  const isGiven =
    capability === 'FACE_MATCH'
      ? types.includes('selfie')
      : types.some((type) => PAPERS.includes(type))
  if (isGiven) return { result: 'passed', ground: 'document' }
  return { result: 'not_passed', ground: 'no_document' }
}
