/** Acknowledges a problem of the overview. The entry of the audit trail is all that is stored. */
import 'server-only'
import { db } from '../database/db'
import { findProblems } from '../inquiries/conditions'
import { audit } from '../privacy/audit'
import { demand, type Staff } from '../roles'

/**
 * Does nothing if there is a newer occurrence, which the person hasn't seen yet.
 * @param occurredAt of the occurrence that the person saw
 */
export async function acknowledge(staff: Staff, name: string, occurredAt: Date): Promise<void> {
  demand(staff, 'problems.acknowledge')
  const problem = (await findProblems((query) => db().$queryRaw(query))).find(
    (one) => one.name === name,
  )
  if (!problem?.occurredAt || problem.occurredAt > occurredAt) return
  await audit({ actor: staff.id, action: 'problem.acknowledged', outcome: name })
}
