/**
 * Tells the customer, or your own systems, about a decision or an account. Replace the body with a mail, a push message or a call to
 * your CRM: docs/customising.md has a worked diff.
 */
import 'server-only'
import { log } from './runtime/log'

export interface CustomerNotice {
  /** Stays the same when a notice is sent again, so use it as your idempotency key. */
  key: string
  /**
   * `DECIDED`: a read has confirmed APPROVED, DECLINED or FAILED. `REVERSED`: a later read has confirmed something else.
   * `ACCOUNT_OPENED`: `openAccount` has succeeded.
   */
  kind: 'DECIDED' | 'REVERSED' | 'ACCOUNT_OPENED'
  /** The confirmed status; null for an opened account. A reversal can lead to any status, even an unknown one (N5). */
  status: string | null
  /** When the status was confirmed or the account opened. */
  at: Date
  /** Our id of the inquiry. */
  inquiry: string
  /** Our reference for the inquiry. The customer sees it too. */
  referenceId: string
  /** `Applicant.hash` of `lib/applicant.ts`. */
  applicantHash: string
  product: string
  /** The account's number; null if none is open. */
  account: string | null
  /**
   * Reads the contact data from the service now (S4). The app doesn't store it, and neither should you. Null if the service sends no
   * identity with this status, such as DECLINED (S3). Then only your login knows the customer's address.
   * @throws if the app can't read from the service now. Don't catch it: the app then sends the notice later.
   */
  contact(): Promise<{ fullName?: string; email?: string; phone?: string } | null>
}

/**
 * The app calls this for each notice of an inquiry, in order, until it returns. Make it idempotent by `key`: the app repeats a call
 * after a crash, and may start a second one while the first still runs. Throw to be called again later; staff then see the error's
 * class. A call counts as failed after 30 seconds.
 *
 * This version only logs a line.
 */
export async function notifyCustomer({ kind, status, inquiry }: CustomerNotice): Promise<void> {
  log.info('customer_notified', { inquiry, kind, status })
}
