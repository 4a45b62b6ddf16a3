/** One inquiry and its timeline, for staff. Contains no personal data. */
import 'server-only'
import { LOCALES } from '../../site'
import { describeForm, type Field, type FieldName, STORED_COLUMNS } from '../application-form'
import { auditView } from '../audit'
import { db } from '../db'
import { can, demand, type Staff } from '../staff'
import { listSelect, toListItem } from './inquiry-list'
import { staffNames } from './staff-names'
import type { InquiryDetail, TimelineEntry } from './views'

/** The newest entries of each kind: more than anyone reads, and few enough to keep the page fast. */
const TIMELINE_ENTRIES = 200

/** Null if there is no such inquiry. Audits the view. */
export async function getInquiryDetail(
  staff: Staff,
  id: string,
  fields?: Partial<Record<FieldName, Field>>,
): Promise<InquiryDetail | null> {
  demand(staff, 'inquiries.view')
  const row = await db().inquiry.findUnique({
    where: { id },
    select: {
      ...listSelect,
      openError: true,
      readError: true,
      portalDecidedAt: true,
      grantedAt: true,
      orphanId: true,
      nextReadAt: true,
      decidedAt: true,
      inquiryId: true,
      ...STORED_COLUMNS,
      correlationId: true,
      openAttempts: true,
      expiresAt: true,
      reviewReasons: true,
      portalDecisionNote: true,
      capabilities: true,
      readAttempts: true,
      accountOpening: true,
      changes: { orderBy: { id: 'desc' }, take: TIMELINE_ENTRIES },
    },
  })
  if (!row) return null
  const { changes, accountOpening, ...columns } = row
  const events = row.inquiryId
    ? await db().receivedEvent.findMany({
        where: { inquiryId: row.inquiryId },
        orderBy: { receivedAt: 'desc' },
        take: TIMELINE_ENTRIES,
      })
    : []
  const known = await db().knownEvent.findMany({
    where: { id: { in: events.map((event) => event.id) } },
  })
  const deliveries = new Map(known.map((event) => [event.id, event.deliveries]))
  const views = await db().auditEntry.findMany({
    where: { inquiryRow: id },
    orderBy: { id: 'desc' },
    take: TIMELINE_ENTRIES,
  })
  const names = await staffNames(views.map(({ actor }) => actor))
  await auditView(staff.id, id)

  const timeline: TimelineEntry[] = [
    {
      id: row.id,
      at: row.createdAt.toISOString(),
      kind: 'requested' as const,
      error: row.openError,
      correlationId: row.correlationId,
    },
    ...events.map((event) => ({
      id: event.id,
      at: event.receivedAt.toISOString(),
      kind: 'event' as const,
      type: event.kind,
      status: event.status,
      deliveries: deliveries.get(event.id) ?? event.deliveries,
      correlationId: event.correlationId,
    })),
    ...changes.map((change) => ({
      id: change.id,
      at: change.at.toISOString(),
      kind: 'change' as const,
      from: change.fromStatus,
      to: change.toStatus,
      correlationId: null,
    })),
    ...views.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      kind: 'audit' as const,
      action: entry.action,
      outcome: entry.outcome,
      by: entry.actor === staff.id ? ('you' as const) : (names.get(entry.actor) ?? entry.actor),
      correlationId: entry.correlationId,
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))

  const mayReveal = can(staff, 'documents.reveal')
  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...toListItem(columns),
    // Whoever has it can start the hosted flow (F2) and see what the customer entered.
    inquiryId: mayReveal ? row.inquiryId : null,
    application: describeForm(row, LOCALES[0], 'others', fields),
    personalFields: mayReveal
      ? describeForm(row, LOCALES[0], 'personal', fields).map(({ name }) => name)
      : [],
    correlationId: row.correlationId,
    openAttempts: row.openAttempts,
    openError: row.openError,
    readAt: iso(row.readAt),
    decidedAt: iso(row.decidedAt),
    expiresAt: iso(row.expiresAt),
    reviewReasons: row.reviewReasons,
    portalDecisionNote: row.portalDecisionNote,
    portalDecidedAt: iso(row.portalDecidedAt),
    capabilities: row.capabilities,
    nextReadAt: iso(row.nextReadAt),
    readAttempts: row.readAttempts,
    readError: row.readError,
    grantedAt: iso(row.grantedAt),
    accountOpenedAt: iso(accountOpening?.openedAt ?? null),
    account: accountOpening?.account ?? null,
    accountError: accountOpening?.error ?? null,
    reversedAt: iso(row.reversedAt),
    hasOrphan: row.orphanId !== null,
    timeline,
  }
}
