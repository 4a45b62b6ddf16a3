/**
 * Opens the account of an approved applicant. Replace the body with a call to your core system.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { SITE } from '../site'

export interface Approval {
  /** Our own id of the inquiry. The same id always means the same account: use it as your idempotency key. */
  inquiry: string
  /** Our reference for the inquiry at the service (O4). */
  referenceId: string
  /** The applicant, as in `lib/applicant.ts`. */
  applicantHash: string
  product: string
  /** When the read that confirmed the approval was applied. */
  grantedAt: Date
}

export interface OpenedAccount {
  /** At most 64 characters. Shown to the customer and to staff. */
  account: string
}

/**
 * Called at least once after the approval is committed, and retried until it returns. It must be idempotent by `inquiry`,
 * because a crash can repeat a call. Throw to be retried later; staff see the error's class, never its message.
 *
 * This version opens a fictional account and derives its number from the inquiry.
 */
export async function openAccount(approval: Approval): Promise<OpenedAccount> {
  const digest = createHash('sha256').update(approval.inquiry).digest()
  const digits = (digest.readBigUInt64BE() % 10n ** 10n).toString().padStart(10, '0')
  return {
    account: `${SITE.referencePrefix} ${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`,
  }
}
