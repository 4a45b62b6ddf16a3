/**
 * Opens the account of an approved applicant. You replace the body with a call to your core system: docs/customising.md has a
 * worked diff, and what else changes.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { SITE } from '../site'
import type { StoredAnswers } from './application-form'
import type { Identity } from './verification/schemas'

export interface Approval {
  /** Our own id of the inquiry. The same id always means the same account: use it as your idempotency key. */
  inquiry: string
  /** Our reference for the inquiry at the service (O4). */
  referenceId: string
  /** The applicant, as in `lib/applicant.ts`. Your core system finds the customer by it if it stores the same hash. */
  applicantHash: string
  product: string
  /** What the applicant entered, field by field. */
  form: StoredAnswers
  /** When the read that confirmed the approval was applied. */
  grantedAt: Date
  /**
   * Reads the identity from the service now (S3–S5), and stores nothing: pass it on and forget it. Which fields are present isn't
   * promised (N14).
   * @throws if the service can't be read, or no longer says APPROVED. Let it through, and the call is repeated later.
   */
  identity(): Promise<Identity>
}

export type OpeningResult =
  /** The account's number, at most 64 characters. Shown to the customer and to staff. */
  | { account: string }
  /** The core system refuses, and would refuse again. The reason, at most 64 characters, is for staff: no personal data. */
  | { refused: string }

/**
 * Called once a read has confirmed the approval, and again until it returns. It must be idempotent by `inquiry`: a crash can repeat
 * a call, and a call that hasn't returned may be made a second time beside it. Throw to be called again later. Staff see the name of
 * the error's class, so give it one that says what to do. Its message only reaches the console, and only in development.
 * It has 30 seconds.
 *
 * This version opens a fictional account and derives its number from the inquiry.
 */
export async function openAccount(approval: Approval): Promise<OpeningResult> {
  const digest = createHash('sha256').update(approval.inquiry).digest()
  const digits = (digest.readBigUInt64BE() % 10n ** 10n).toString().padStart(10, '0')
  return {
    account: `${SITE.referencePrefix} ${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`,
  }
}
