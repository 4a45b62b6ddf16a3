/** The audit trail: who did what with which inquiry or account. It holds ids only, never the data that was viewed. */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { log } from '../runtime/log'

export interface AuditFacts {
  /** A user's id, or `system`, or `nobody`: someone who isn't signed in. */
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
    | 'account.granted'
    | 'account.withdrawn'
    | 'account.not_granted'
    | 'account.opened'
    | 'account.refused'
    | 'customer.notified'
  /** Our own id of the inquiry. */
  inquiry?: string
  /** The user it is about. */
  subject?: string
  outcome: string
}

/** An inquiry's page refreshes itself, so repeated views by one person within this time count as one. */
export const ONE_VIEW_MS = 15 * 60_000

/**
 * Records that someone viewed an inquiry, at most once in {@link ONE_VIEW_MS}.
 * @param id our own id of the inquiry
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
 * Call it before showing the data, or in the transaction of the change. The log line is for a log that the database's
 * administrators can't change; if the transaction is rolled back, it stands alone.
 */
export async function audit(facts: AuditFacts, tx: DbOrTransaction = db()): Promise<void> {
  const { inquiry, ...columns } = facts
  const { actor, action, subject, outcome } = facts
  log.info('audited', { actor, kind: action, subject, inquiry, outcome })
  await tx.auditEntry.create({ data: { ...columns, inquiryId: inquiry }, select: { id: true } })
}
