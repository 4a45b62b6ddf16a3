/** One inquiry and its timeline, for staff. It has the note and the reviewers' texts, but no identity and no personal field. */
import 'server-only'
import { describeForm, STORED_COLUMNS } from '../application-form'
import { db } from '../database/db'
import {
  hasNoNextCall,
  nextCallAt,
  SCHEDULE_COLUMNS,
  triesOf,
  withoutSchedule,
} from '../inquiries/queue'
import { mayHaveIdentity } from '../inquiries/status'
import { auditView } from '../privacy/audit'
import { can, type Staff } from '../roles'
import { listSelect, withShownStatus } from './inquiry-list'
import { staffNames } from './staff-list'

/** An entry of the timeline. The screen has its texts. */
export type TimelineEntry = {
  id: string
  at: Date
} & (
  | { kind: 'requested' }
  /** `type` and `status` are the service's words. */
  | { kind: 'event'; type: string; status: string | null; deliveries: number; isSetAside: boolean }
  /** A read confirmed another status. */
  | { kind: 'change'; from: string | null; to: string; isByPerson: boolean }
  /** `by`: a colleague's name, or `system`. */
  | { kind: 'audit'; action: string; outcome: string; by: string }
)

/** Shows this many of the newest entries of each kind, to keep the page fast. */
const TIMELINE_ENTRIES = 200

/** Audits the view. Null if there is no such inquiry. */
export async function getInquiryDetail(staff: Staff, id: string) {
  const where = { id }
  const row = await db().inquiry.findUnique({
    where,
    select: {
      ...listSelect,
      lastError: true,
      portalDecidedAt: true,
      grantedAt: true,
      /** When `openAccount` was last called. Without an answer, the account may exist. */
      accountAskedAt: true,
      accountOpenedAt: true,
      account: true,
      accountBlockedAt: true,
      accountBlockedBy: true,
      accountError: true,
      accountRefusal: true,
      noticeError: true,
      readAt: true,
      serviceInquiryId: true,
      correlationId: true,
      expiresAt: true,
      reviewReasons: true,
      portalDecisionNote: true,
      ...SCHEDULE_COLUMNS,
      changes: { orderBy: { at: 'desc' }, take: TIMELINE_ENTRIES },
    },
  })
  // A separate query, so that personal fields can't leak into the result.
  const form = await db().inquiry.findUnique({ where, select: STORED_COLUMNS })
  if (!row || !form) return null
  const { changes, serviceInquiryId, ...columns } = withoutSchedule(withShownStatus(row))
  const events = await db().webhookEvent.findMany({
    where: {
      OR: [{ inquiryId: id }, ...(serviceInquiryId ? [{ inquiryId: null, serviceInquiryId }] : [])],
    },
    orderBy: { arrivedAt: 'desc' },
    take: TIMELINE_ENTRIES,
  })
  const views = await db().auditEntry.findMany({
    where: { inquiryId: id },
    orderBy: { id: 'desc' },
    take: TIMELINE_ENTRIES,
  })
  const names = await staffNames([...views.map(({ actor }) => actor), row.accountBlockedBy])
  /** Only the latest decision's author is known. */
  const isByPerson = row.portalDecidedAt !== null || row.portalDecisionNote !== null
  await auditView(staff.id, id)

  const timeline: TimelineEntry[] = [
    {
      id: row.id,
      at: row.createdAt,
      kind: 'requested' as const,
    },
    ...events.map((event) => ({
      id: event.id,
      at: event.arrivedAt,
      kind: 'event' as const,
      type: event.kind,
      status: event.status,
      deliveries: event.deliveries,
      isSetAside: event.setAsideAt !== null,
    })),
    ...changes.map((change, index) => ({
      id: change.id,
      at: change.at,
      kind: 'change' as const,
      from: change.fromStatus,
      to: change.toStatus,
      isByPerson: index === 0 && isByPerson && change.toStatus === row.status,
    })),
    ...views.map((entry) => ({
      id: entry.id,
      at: entry.at,
      kind: 'audit' as const,
      action: entry.action,
      outcome: entry.outcome,
      by: names.get(entry.actor) ?? entry.actor,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())

  const mayReveal = can(staff, 'documents.reveal')
  const personalFields = mayReveal ? describeForm(form, 'personal').map(({ name }) => name) : []
  return {
    ...columns,
    /** A colleague's name. */
    accountBlockedBy: names.get(row.accountBlockedBy ?? '') ?? null,
    /** Hidden from other staff, because it starts the hosted flow, which shows the customer's data (F2). */
    serviceInquiryId: mayReveal ? serviceInquiryId : null,
    application: describeForm(form, 'others'),
    /** The names of the personal fields that a reveal would show. */
    personalFields,
    /** Whether a reveal may show anything: an identity, which the service sends only with some statuses (S3), or our own personal fields. */
    isRevealable: mayReveal && (mayHaveIdentity(columns.status) || personalFields.length > 0),
    nextCallAt: nextCallAt(row),
    hasNoNextCall: hasNoNextCall(row),
    tries: triesOf(row),
    capabilities:
      events.find((event) => event.status === 'APPROVED' && event.setAsideAt === null)
        ?.capabilities ?? [],
    timeline,
  }
}

export type InquiryDetail = NonNullable<Awaited<ReturnType<typeof getInquiryDetail>>>
