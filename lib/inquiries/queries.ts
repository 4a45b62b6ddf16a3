/**
 * What staff see. Each query takes the member of staff as its first argument, so that it cannot be asked without one,
 * selects what its screen shows, and pages by keyset: a uuid7 id is in the order of time.
 */
import 'server-only'
import { z } from 'zod'
import { audit } from '../audit'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import { hasRole, type Staff } from '../staff'
import { wordsOf } from './search-words'
import { getServicePause } from './service-gate'
import { uuid7At } from './uuid7-time'
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
  /** Only what staff have to look at: reversals, orphans, failed opens and reads. */
  attention?: boolean
  /** Opened on these days, UTC, both included: `2026-01-31`. */
  from?: string
  to?: string
  /** An inquiryId, the beginning of a referenceId, or words of the note. */
  search?: string
}

/** Newest first. */
export async function listInquiries(
  _staff: Staff,
  filter: InquiryFilter,
): Promise<Page<InquiryListItem>> {
  const rows = await db().inquiry.findMany({
    where: { AND: conditions(filter) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
    select: listSelect,
  })
  return toPage(rows.map(toListItem), (item) => item.id)
}

/** What a filter cannot mean is no condition: it comes from a URL, which anyone may have edited. */
function conditions(filter: InquiryFilter): Prisma.InquiryWhereInput[] {
  const after = z.guid().safeParse(filter.after)
  const from = daySchema.safeParse(filter.from)
  const to = daySchema.safeParse(filter.to)
  const search = filter.search?.trim()
  return [
    after.success ? { id: { lt: after.data } } : {},
    filter.status ? { status: filter.status } : {},
    filter.attention ? { OR: ATTENTION } : {},
    from.success ? { id: { gte: uuid7At(from.data) } } : {},
    to.success ? { id: { lt: uuid7At(new Date(to.data.getTime() + DAY_MS)) } } : {},
    search ? matching(search) : {},
  ]
}

const DAY_MS = 24 * 3_600_000
const daySchema = z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`))

/** The same as the partial index `Inquiry_attention_idx`. */
const ATTENTION: Prisma.InquiryWhereInput[] = [
  { reversedAt: { not: null } },
  { orphanId: { not: null } },
  { readError: { not: null } },
  { openState: 'OPEN_FAILED' },
]

function matching(search: string): Prisma.InquiryWhereInput {
  const uuid = z.guid().safeParse(search)
  if (uuid.success) return { OR: [{ inquiryId: uuid.data }, { id: uuid.data }] }
  const words = wordsOf(search)
  // Prisma hands % and _ on to LIKE as they are.
  const byReference = { referenceId: { startsWith: search.replace(/[\\%_]/g, '\\$&') } }
  if (words.length === 0) return byReference
  return { OR: [byReference, { note: { not: null }, noteWords: { hasEvery: words } }] }
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
  const names = await staffNames()
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
      detail: `${entry.outcome}, by ${names.get(entry.actor) ?? entry.actor}`,
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
    receivedAt && z.guid().safeParse(id).success && !Number.isNaN(receivedAt.getTime())
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

/** A cursor that is none is no condition: it comes from a URL, which anyone may have edited. */
function before(after: string | undefined) {
  const id = z.guid().safeParse(after)
  return id.success ? { lt: id.data } : undefined
}

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
  const names = await staffNames()
  const items = rows.map(({ at, actor, inquiryRow, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: names.get(actor) ?? actor,
    inquiry: inquiryRow,
  }))
  return toPage(items, (item) => item.id)
}

/** By id, for the actors of the audit trail. */
async function staffNames(): Promise<ReadonlyMap<string, string>> {
  const users = await db().user.findMany({ select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
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

const COUNTED_AT_MOST = 1_000
const CHART_DAYS = 14

/** What needs attention, counted up to 1,000 each, and the last 14 days. */
export async function getOverview(_staff: Staff, now = new Date()): Promise<Overview> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const since = uuid7At(new Date(now.getTime() - CHART_DAYS * DAY_MS))
  const [unsettledTooLong, unmatchedEvents, rejectedDeliveries, reversals, pause, days, times] =
    await Promise.all([
      db().inquiry.count({
        where: { nextReadAt: { not: null }, id: { lt: uuid7At(dayAgo) } },
        take,
      }),
      db().webhookEvent.count({ where: { outcome: 'UNMATCHED' }, take }),
      db().rejectedDelivery.count({ where: { id: { gt: uuid7At(dayAgo) } }, take }),
      db().inquiry.count({ where: { reversedAt: { not: null } }, take }),
      getServicePause(now),
      db().$queryRaw<{ day: string; outcome: string; count: number }[]>`
        SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day",
          coalesce("status", 'OPENING') AS "outcome", count(*)::int AS "count"
        FROM "Inquiry" WHERE "id" >= ${since}::uuid
        GROUP BY 1, 2 ORDER BY 1, 2`,
      db().$queryRaw<{ median: number | null; p95: number | null }[]>`
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "seconds") AS "median",
          percentile_cont(0.95) WITHIN GROUP (ORDER BY "seconds") AS "p95"
        FROM (
          SELECT extract(epoch FROM "decidedAt" - "createdAt")::float8 AS "seconds"
          FROM "Inquiry" WHERE "id" >= ${since}::uuid AND "decidedAt" IS NOT NULL
        ) AS decided`,
    ])
  const median = times[0]?.median ?? null
  const p95 = times[0]?.p95 ?? null
  return {
    unsettledTooLong,
    unmatchedEvents,
    rejectedDeliveries,
    reversals,
    servicePause: pause && { until: pause.until.toISOString(), reason: pause.reason },
    outcomesByDay: byDay(days, now),
    timeToDecision: median === null || p95 === null ? null : { median, p95 },
  }
}

/** One entry for each of the last days, the quiet ones too. */
function byDay(
  rows: { day: string; outcome: string; count: number }[],
  now: Date,
): Overview['outcomesByDay'] {
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const time = now.getTime() - (CHART_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    const ofDay = rows.filter((row) => row.day === day)
    return { day, outcomes: Object.fromEntries(ofDay.map((row) => [row.outcome, row.count])) }
  })
}
