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
