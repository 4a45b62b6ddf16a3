/** The audit trail: who did what with which inquiry or account. It stores ids, never the data that was viewed. */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { log } from '../runtime/log'

export interface AuditFacts {
  /** A user's id, `system`, or `nobody` for a person who isn't signed in. */
  actor: string
  action:
    | 'inquiry.viewed'
    | 'identity.revealed'
    | 'inquiry.refreshed'
    | 'list.exported'
    | 'staff.changed'
    | 'staff.signed_in'
    | 'staff.sign_in_failed'
    | 'staff.signed_out'
    | 'retention.applied'
    | 'applicant.erased'
    | 'audit.exported'
    | 'problem.acknowledged'
    | 'account.granted'
    | 'account.withdrawn'
    | 'account.not_granted'
    | 'account.opened'
    | 'account.refused'
    | 'customer.notified'
  /** Our id of the inquiry. */
  inquiry?: string
  /** The user to whom it was done. */
  subject?: string
  outcome: string
}

/** An inquiry's page refreshes itself, so one person's views within this time count as one. */
export const ONE_VIEW_MS = 15 * 60_000

/**
 * Records that someone viewed an inquiry, at most once in {@link ONE_VIEW_MS}.
 * @param id our id of the inquiry
 */
export async function auditView(actor: string, id: string): Promise<void> {
  const action = 'inquiry.viewed'
  const since = new Date(Date.now() - ONE_VIEW_MS)
  const recent = await db().auditEntry.findFirst({
    where: { inquiryId: id, actor, action, at: { gt: since } },
    select: { id: true },
  })
  if (recent === null) await audit({ actor, action, inquiry: id, outcome: 'allowed' })
}

/**
 * Call it before showing the data, or in the transaction of the change. It also writes a log line, because database administrators
 * can't change the log. If the transaction is rolled back, the log line remains.
 */
export async function audit(facts: AuditFacts, tx: DbOrTransaction = db()): Promise<void> {
  const { inquiry, ...columns } = facts
  const { actor, action, subject, outcome } = facts
  log.info('audited', { actor, kind: action, subject, inquiry, outcome })
  await tx.auditEntry.create({ data: { ...columns, inquiryId: inquiry }, select: { id: true } })
}
