/** One inquiry and its timeline, for staff: no identity and no personal field, but the note and the reviewers' texts. */
import 'server-only'
import { LOCALES } from '../../site'
import { describeForm, type Field, type FieldName, STORED_COLUMNS } from '../application-form'
import { auditView } from '../audit'
import { db } from '../db'
import { findReported } from '../inquiries/reports'
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
      lastError: true,
      portalDecidedAt: true,
      grantedAt: true,
      accountAskedAt: true,
      accountOpenedAt: true,
      account: true,
      accountError: true,
      accountRefusal: true,
      orphanId: true,
      dueAt: true,
      readAt: true,
      inquiryId: true,
      ...STORED_COLUMNS,
      correlationId: true,
      openAttempts: true,
      expiresAt: true,
      reviewReasons: true,
      portalDecisionNote: true,
      attempts: true,
      changes: { orderBy: { id: 'desc' }, take: TIMELINE_ENTRIES },
    },
  })
  if (!row) return null
  const { changes, ...columns } = row
  const events = await db().webhookEvent.findMany({
    where: {
      OR: [
        { inquiryRow: id },
        ...(row.inquiryId ? [{ inquiryRow: null, inquiryId: row.inquiryId }] : []),
      ],
    },
    orderBy: { arrivedAt: 'desc' },
    take: TIMELINE_ENTRIES,
  })
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
      at: event.arrivedAt.toISOString(),
      kind: 'event' as const,
      type: event.kind,
      status: event.status,
      deliveries: event.deliveries,
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
    // The id starts the hosted flow (F2), which shows what the customer entered.
    inquiryId: mayReveal ? row.inquiryId : null,
    application: describeForm(row, LOCALES[0], 'others', fields),
    personalFields: mayReveal
      ? describeForm(row, LOCALES[0], 'personal', fields).map(({ name }) => name)
      : [],
    correlationId: row.correlationId,
    openAttempts: row.openAttempts,
    openError: row.openError,
    reportedStatus: await findReported(row),
    readAt: iso(row.readAt),
    expiresAt: iso(row.expiresAt),
    reviewReasons: row.reviewReasons,
    portalDecisionNote: row.portalDecisionNote,
    portalDecidedAt: iso(row.portalDecidedAt),
    capabilities: events.find((event) => event.status === 'APPROVED')?.capabilities ?? [],
    dueAt: iso(row.dueAt),
    attempts: row.attempts,
    lastError: row.lastError,
    grantedAt: iso(row.grantedAt),
    accountAskedAt: iso(row.accountAskedAt),
    accountOpenedAt: iso(row.accountOpenedAt),
    account: row.account,
    accountError: row.accountError,
    accountRefusal: row.accountRefusal,
    reversedAt: iso(row.reversedAt),
    hasOrphan: row.orphanId !== null,
    timeline,
  }
}
