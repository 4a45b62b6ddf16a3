/** The audit trail, newest first. */
import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { before, PAGE_SIZE, toPage } from './page'
import { staffNames } from './staff-names'
import type { AuditListItem, Page } from './views'

export async function listAuditEntries(
  staff: Staff,
  filter: { after?: string },
): Promise<Page<AuditListItem>> {
  demand(staff, 'audit.list')
  const rows = await db().auditEntry.findMany({
    where: { id: before(filter.after) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  const names = await staffNames()
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: names.get(row.actor) ?? row.actor,
    action: row.action,
    // Most entries about an account are somebody's own.
    subject: row.subject === row.actor ? null : (names.get(row.subject ?? '') ?? row.subject),
    outcome: row.outcome,
    reason: row.reason,
    inquiry: row.inquiryRow,
    correlationId: row.correlationId,
  }))
  return toPage(items, (item) => item.id)
}
