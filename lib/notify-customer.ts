/**
 * Tells the customer, or your systems, what has become known. You replace the body with a mail, a push message or a call of your
 * CRM: docs/customising.md has a worked diff.
 */
import 'server-only'
import { log } from './runtime/log'

export interface CustomerNotice {
  /** The same each time this notice is sent: use it as your idempotency key. */
  key: string
  /**
   * `DECIDED`: a read has confirmed APPROVED, DECLINED or FAILED. `REVERSED`: a later read has confirmed something else.
   * `ACCOUNT_OPENED`: `openAccount` has succeeded.
   */
  kind: 'DECIDED' | 'REVERSED' | 'ACCOUNT_OPENED'
  /** The confirmed status; null for an opened account. After a reversal it may be any status, even an unknown one (N5). */
  status: string | null
  /** When it became known. */
  at: Date
  /** Our own id of the inquiry. */
  inquiry: string
  /** Our reference for the inquiry, which the customer sees too. */
  referenceId: string
  /** The applicant, as in `lib/applicant.ts`. */
  applicantHash: string
  product: string
  /** The account's number; null if none is open. */
  account: string | null
  /**
   * Reads the contact data from the service now (S4), and stores nothing: use them and forget them. Null if the service gives none
   * with this status, as for DECLINED (S3): then only your login knows whom to write to.
   * @throws if the service can't be read now. Let it through, and the notice is sent later.
   */
  contact(): Promise<{ fullName?: string; email?: string; phone?: string } | null>
}

/**
 * Called for each notice of an inquiry, in the order in which they happened, and again until it returns. It must be idempotent by
 * `key`: a crash can repeat a call, and a call that hasn't returned may be made a second time beside it. Throw to be called again
 * later: staff see the error's class. It has 30 seconds.
 *
 * This version only logs a line.
 */
export async function notifyCustomer({ kind, status, inquiry }: CustomerNotice): Promise<void> {
  log.info('customer_notified', { inquiry, kind, status })
}
