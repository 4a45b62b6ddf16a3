/**
 * What staff see. Each query takes the member of staff as its first argument, so that it cannot be asked without one,
 * selects what its screen shows, and pages by keyset: a uuid7 id is in the order of time.
 */
import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import { hasRole, type Staff } from '../staff'
import { getServicePause } from './service-pause'
import type {
  AuditListItem,
  EventListItem,
  InquiryDetail,
  InquiryListItem,
  Overview,
  Page,
  RejectedDeliveryItem,
  StaffListItem,
  TimelineEntry,
} from './views'

const PAGE_SIZE = 25

const listSelect = {
  id: true,
  referenceId: true,
  product: true,
  openState: true,
  status: true,
  statusSource: true,
  confirmedAt: true,
  reversedAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.InquirySelect
type ListRow = Prisma.InquiryGetPayload<{ select: typeof listSelect }>

const toListItem = ({
  confirmedAt,
  reversedAt,
  createdAt,
  updatedAt,
  ...row
}: ListRow): InquiryListItem => ({
  ...row,
  confirmed: confirmedAt !== null,
  reversed: reversedAt !== null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export interface InquiryFilter {
  /** The last id of the page before. */
  after?: string
  status?: string
}

/** Newest first. */
export async function listInquiries(
  _staff: Staff,
  filter: InquiryFilter,
): Promise<Page<InquiryListItem>> {
  const rows = await db().inquiry.findMany({
    where: { status: filter.status, id: filter.after ? { lt: filter.after } : undefined },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
    select: listSelect,
  })
  return toPage(rows.map(toListItem), (item) => item.id)
}

/** One row more than a page was asked for: it tells whether there is another page. */
function toPage<Item>(items: Item[], cursorOf: (item: Item) => string): Page<Item> {
  const shown = items.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return { items: shown, nextCursor: items.length > PAGE_SIZE && last ? cursorOf(last) : null }
}

/** Null when there is none. The view is audited; it shows nothing about the person. */
export async function getInquiryDetail(staff: Staff, id: string): Promise<InquiryDetail | null> {
  const row = await db().inquiry.findUnique({
    where: { id },
    select: {
      ...listSelect,
      inquiryId: true,
      note: true,
      correlationId: true,
      openAttempts: true,
      openError: true,
      statusAsOf: true,
      expiresAt: true,
      reviewReasons: true,
      portalDecisionNote: true,
      portalDecidedAt: true,
      capabilities: true,
      nextReadAt: true,
      readAttempts: true,
      readError: true,
      grantedAt: true,
      orphanId: true,
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
  await audit({ actor: staff.id, action: 'inquiry.viewed', inquiry: id, outcome: 'allowed' })

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
      detail: `${entry.outcome}, by ${entry.actor}`,
      correlationId: entry.correlationId,
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))

  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...toListItem(columns),
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

/** Newest first. The cursor is `receivedAt` and the id, as an event's own id is in no order. */
export async function listEvents(
  _staff: Staff,
  filter: { after?: string },
): Promise<Page<EventListItem>> {
  const [at, id] = filter.after?.split('~') ?? []
  const receivedAt = at ? new Date(at) : null
  const before: Prisma.WebhookEventWhereInput | undefined =
    receivedAt && id && !Number.isNaN(receivedAt.getTime())
      ? { OR: [{ receivedAt: { lt: receivedAt } }, { receivedAt, id: { lt: id } }] }
      : undefined
  const rows = await db().webhookEvent.findMany({
    where: before,
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE + 1,
  })
  const inquiries = await db().inquiry.findMany({
    where: { inquiryId: { in: rows.flatMap((row) => row.inquiryId ?? []) } },
    select: { id: true, inquiryId: true },
  })
  const ours = new Map(inquiries.map((row) => [row.inquiryId, row.id]))
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    createdAt: row.createdAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    deliveries: row.deliveries,
    firstDeliveryId: row.firstDeliveryId,
    status: row.status,
    outcome: row.outcome,
    heldBecause: row.heldBecause,
    inquiry: ours.get(row.inquiryId) ?? null,
  }))
  return toPage(items, (item) => `${item.receivedAt}~${item.id}`)
}

const before = (after: string | undefined) => (after ? { lt: after } : undefined)

export async function listRejectedDeliveries(
  _staff: Staff,
  filter: { after?: string },
): Promise<Page<RejectedDeliveryItem>> {
  const rows = await db().rejectedDelivery.findMany({
    where: { id: before(filter.after) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  return toPage(
    rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() })),
    (item) => item.id,
  )
}

export async function listAuditEntries(
  _staff: Staff,
  filter: { after?: string },
): Promise<Page<AuditListItem>> {
  const rows = await db().auditEntry.findMany({
    where: { id: before(filter.after) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  const users = await db().user.findMany({ select: { id: true, name: true } })
  const names = new Map(users.map((user) => [user.id, user.name]))
  const items = rows.map(({ at, actor, inquiryRow, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: names.get(actor) ?? actor,
    inquiry: inquiryRow,
  }))
  return toPage(items, (item) => item.id)
}

/** Admins alone; for everybody else there are none to see. */
export async function listStaff(staff: Staff): Promise<StaffListItem[]> {
  if (!hasRole(staff, 'ADMIN')) return []
  const rows = await db().user.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, email: true, name: true, role: true, active: true, createdAt: true },
  })
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

const TOO_LONG_MS = 24 * 3_600_000

export async function getOverview(_staff: Staff, now = new Date()): Promise<Overview> {
  const dayAgo = new Date(now.getTime() - TOO_LONG_MS)
  const [unsettledTooLong, unmatchedEvents, rejectedDeliveries, reversals, pause] =
    await Promise.all([
      db().inquiry.count({ where: { nextReadAt: { not: null }, createdAt: { lt: dayAgo } } }),
      db().webhookEvent.count({ where: { outcome: 'UNMATCHED' } }),
      db().rejectedDelivery.count({ where: { receivedAt: { gt: dayAgo } } }),
      db().inquiry.count({ where: { reversedAt: { not: null } } }),
      getServicePause(now),
    ])
  return {
    unsettledTooLong,
    unmatchedEvents,
    rejectedDeliveries,
    reversals,
    servicePause: pause && { until: pause.until.toISOString(), reason: pause.reason },
    outcomesByDay: [],
    timeToDecision: null,
  }
}
