/** The audit trail: who did what with which inquiry. It holds ids only, never the data that was viewed. */
import 'server-only'
import { type DbOrTransaction, db } from './db'

export interface AuditFacts {
  /** A user's id, or `applicant`, or `system`. */
  actor: string
  action:
    | 'inquiry.viewed'
    | 'identity.revealed'
    | 'inquiry.refreshed'
    | 'list.exported'
    | 'staff.changed'
    | 'retention.applied'
    | 'demo.signed_in' // strip:line
  /** Our own id of the inquiry. */
  inquiry?: string
  outcome: string
  correlationId?: string
}

/** An inquiry's page refreshes itself, so repeated views by one person within this time count as one. */
export const ONE_VIEW_MS = 15 * 60_000

/**
 * Records that somebody viewed an inquiry, at most once in {@link ONE_VIEW_MS}.
 * @param id our own id of the inquiry
 */
export async function auditView(actor: string, id: string): Promise<void> {
  const action = 'inquiry.viewed'
  const since = new Date(Date.now() - ONE_VIEW_MS)
  const recent = await db().auditEntry.findFirst({
    where: { inquiryRow: id, actor, action, at: { gt: since } },
    select: { id: true },
  })
  if (recent === null) await audit({ actor, action, inquiry: id, outcome: 'allowed' })
}

/** Call it before showing the data, or in the transaction of the change. */
export async function audit(facts: AuditFacts, tx: DbOrTransaction = db()): Promise<void> {
  await tx.auditEntry.create({
    data: {
      actor: facts.actor,
      action: facts.action,
      inquiryRow: facts.inquiry,
      outcome: facts.outcome,
      correlationId: facts.correlationId,
    },
  })
}
