/**
 * Opens the account of an approved applicant. Replace the body with a call to your core system: docs/customising.md has a worked diff
 * and lists the other changes.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { SITE } from '../site'
import type { StoredAnswers } from './application-form'
import type { Identity } from './verification/schemas'

export interface Approval {
  /** Our id of the inquiry. The same id always means the same account, so use it as your idempotency key. */
  inquiry: string
  /** Our reference for the inquiry at the service (O4). */
  referenceId: string
  /** `Applicant.hash` of `lib/applicant.ts`. If your core system stores the same hash, it can find the customer by it. */
  applicantHash: string
  product: string
  /** The applicant's answers in our form. */
  form: StoredAnswers
  /** When the read that confirmed the approval was applied. */
  grantedAt: Date
  /**
   * Reads the identity from the service now (S3–S5). The app doesn't store it: pass it to your core system. Any field may be missing
   * (N14).
   * @throws if the read fails or the status is no longer APPROVED. Don't catch it: the app then calls `openAccount` again later.
   */
  identity(): Promise<Identity>
}

export type OpeningResult =
  /** The account's number, at most 64 characters. The customer and staff see it. */
  | { account: string }
  /** The core system would refuse again. Staff see the reason: at most 64 characters, without personal data. */
  | { refused: string }

/**
 * The app calls this after a read has confirmed the approval, and repeats the call until it returns. Make it idempotent by `inquiry`:
 * the app repeats a call after a crash, and may start a second one while the first still runs. Throw to be called again later. Staff
 * see the name of the error's class, so choose one that says what to do. The message reaches only the console, and only in development.
 * A call counts as failed after 30 seconds.
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
