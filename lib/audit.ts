/** The audit trail: who did what with which inquiry. It has ids only, and never what was seen. */
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
  /** Our own id of the inquiry. */
  inquiry?: string
  outcome: string
  correlationId?: string
}

/** An inquiry's page refreshes itself while it is open. Views of one person within this time count as one. */
export const ONE_LOOK_MS = 15 * 60_000

/**
 * Records that somebody viewed an inquiry, at most once in {@link ONE_LOOK_MS}. Whether it was recorded already is looked
 * up in the trail itself: a browser could claim anything about its request.
 * @param inquiry our own id of it
 */
export async function auditLook(actor: string, inquiry: string): Promise<void> {
  const action = 'inquiry.viewed'
  const since = new Date(Date.now() - ONE_LOOK_MS)
  const look = await db().auditEntry.findFirst({
    where: { inquiryRow: inquiry, actor, action, at: { gt: since } },
    select: { id: true },
  })
  if (look === null) await audit({ actor, action, inquiry, outcome: 'allowed' })
}

/** Call it before you show what the entry is about, or in the transaction of the change. */
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
