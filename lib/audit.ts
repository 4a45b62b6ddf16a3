/** The audit trail: who did what with which inquiry. Ids only, never what was seen. */
import 'server-only'
import { db } from './db'

export interface AuditFacts {
  /** A user's id, or `applicant`, or `system`. */
  actor: string
  action:
    | 'inquiry.viewed'
    | 'identity.revealed'
    | 'inquiry.read_now'
    | 'list.exported'
    | 'staff.changed'
    | 'retention.applied'
  /** Our own id of the inquiry. */
  inquiry?: string
  outcome: string
  correlationId?: string
}

/** An inquiry's page makes itself anew while it is looked at, and is come back to: within this time that is one look. */
export const ONE_LOOK_MS = 15 * 60_000

/**
 * One look of one person at one inquiry, however often its page makes itself anew. Decided by what the trail has, not by
 * what the browser says of its request: nothing can be seen without a trace.
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

/** Written before what it tells of is shown, so that nothing can be seen without a trace. */
export async function audit(facts: AuditFacts): Promise<void> {
  await db().auditEntry.create({
    data: {
      actor: facts.actor,
      action: facts.action,
      inquiryRow: facts.inquiry,
      outcome: facts.outcome,
      correlationId: facts.correlationId,
    },
  })
}
