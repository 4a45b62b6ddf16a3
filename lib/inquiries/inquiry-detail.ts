/** One inquiry for staff, with what happened to it; nothing about the person. */
import 'server-only'
import { auditLook } from '../audit'
import { db } from '../db'
import type { Staff } from '../staff'
import { listSelect, toListItem } from './inquiry-list'
import { versionOf, versionSelect } from './inquiry-version'
import { staffNames } from './staff-names'
import type { InquiryDetail, TimelineEntry } from './views'

/** Null when there is none. The view is audited; it shows nothing about the person. */
export async function getInquiryDetail(staff: Staff, id: string): Promise<InquiryDetail | null> {
  const row = await db().inquiry.findUnique({
    where: { id },
    select: {
      ...listSelect,
      ...versionSelect,
      inquiryId: true,
      note: true,
      correlationId: true,
      openAttempts: true,
      statusAsOf: true,
      expiresAt: true,
      reviewReasons: true,
      portalDecisionNote: true,
      capabilities: true,
      readAttempts: true,
      changes: { orderBy: { id: 'asc' }, take: 200 },
    },
  })
  if (!row) return null
  const { changes, ...columns } = row
  const events = row.inquiryId
    ? await db().webhookEvent.findMany({
        where: { inquiryId: row.inquiryId },
        orderBy: { receivedAt: 'asc' },
        take: 200,
      })
    : []
  const views = await db().auditEntry.findMany({
    where: { inquiryRow: id },
    orderBy: { id: 'asc' },
    take: 200,
  })
  const names = await staffNames()
  await auditLook(staff.id, id)

  const timeline: TimelineEntry[] = [
    {
      at: row.createdAt.toISOString(),
      kind: 'open' as const,
      label: 'Inquiry requested',
      detail: row.openError,
      correlationId: row.correlationId,
    },
    ...events.map((event) => ({
      at: event.receivedAt.toISOString(),
      kind: 'event' as const,
      label: `Event ${event.kind}`,
      detail: `${event.outcome.toLowerCase()}, ${event.deliveries} ${event.deliveries === 1 ? 'delivery' : 'deliveries'}`,
      correlationId: event.correlationId,
    })),
    ...changes.map((change) => ({
      at: change.at.toISOString(),
      kind: 'change' as const,
      label: `Status ${change.fromStatus ?? 'unknown'} → ${change.toStatus}`,
      detail: change.source === 'READ' ? 'read back' : 'reported by an event',
      correlationId: null,
    })),
    ...views.map((entry) => ({
      at: entry.at.toISOString(),
      kind: 'view' as const,
      label: entry.action,
      detail: `${entry.outcome}, by ${names.get(entry.actor) ?? entry.actor}`,
      correlationId: entry.correlationId,
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))

  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...toListItem(columns),
    version: versionOf(row),
    inquiryId: row.inquiryId,
    note: row.note,
    correlationId: row.correlationId,
    openAttempts: row.openAttempts,
    openError: row.openError,
    statusAsOf: iso(row.statusAsOf),
    confirmedAt: iso(row.confirmedAt),
    expiresAt: iso(row.expiresAt),
    reviewReasons: row.reviewReasons,
    portalDecisionNote: row.portalDecisionNote,
    portalDecidedAt: iso(row.portalDecidedAt),
    capabilities: row.capabilities,
    nextReadAt: iso(row.nextReadAt),
    readAttempts: row.readAttempts,
    readError: row.readError,
    grantedAt: iso(row.grantedAt),
    reversedAt: iso(row.reversedAt),
    orphanId: row.orphanId,
    timeline,
  }
}
