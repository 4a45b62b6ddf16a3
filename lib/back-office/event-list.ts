/** Stored events and rejected deliveries, for staff. */
import 'server-only'
import { z } from 'zod'
import { db } from '../db'
import { receivedSince } from '../event-days'
import { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { before, instantSchema, PAGE_SIZE, type TimeRange, toPage } from './page'
import { type EventListItem, type Page, type RejectedDeliveryItem, SCANNED_AT_MOST } from './views'

const DAY_MS = 24 * 3_600_000

export interface EventFilter extends TimeRange {
  /** The cursor of the previous page: `receivedAt` and the id, because event ids don't sort by time. */
  after?: string
  /** The event's type, such as `inquiry.approved`. */
  kind?: string
  match?: EventListItem['match']
}

interface EventRow extends Omit<EventListItem, 'createdAt' | 'receivedAt'> {
  createdAt: Date
  receivedAt: Date
}

/**
 * By the time they were received, newest first. No index covers what an event matches, so a filtered page scans a limited
 * number of events; the next page continues from there.
 */
export async function listEvents(staff: Staff, filter: EventFilter): Promise<Page<EventListItem>> {
  demand(staff, 'events.list')
  if (filter.kind?.includes('\0')) return { items: [], nextCursor: null }
  const inRange = eventRange(filter)
  const isSelective = filter.kind !== undefined || filter.match !== undefined
  const [end] = isSelective
    ? await db().$queryRaw<{ id: string; receivedAt: Date }[]>`
        SELECT "id", "receivedAt" FROM "ReceivedEvent" WHERE ${inRange}
        ORDER BY "receivedAt" DESC, "id" DESC OFFSET ${SCANNED_AT_MOST - 1} LIMIT 1`
    : []
  const conditions = [
    ...(end ? [Prisma.sql`("receivedAt", "id") >= (${end.receivedAt}, ${end.id}::uuid)`] : []),
    ...(filter.kind === undefined ? [] : [Prisma.sql`"kind" = ${filter.kind}`]),
    ...(filter.match === undefined ? [] : [Prisma.sql`"match" = ${filter.match}`]),
  ]
  const newest = await listRows([...conditions, inRange, ...recently(filter)])
  const rows = newest.length > PAGE_SIZE ? newest : await listRows([...conditions, inRange])
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }))
  const cursorOf = (row: { id: string; receivedAt: string }) => `${row.receivedAt}~${row.id}`
  const stoppedAt = end && cursorOf({ id: end.id, receivedAt: end.receivedAt.toISOString() })
  return toPage(items, cursorOf, PAGE_SIZE, stoppedAt)
}

/** Recent events usually fill a page, and then PostgreSQL reads a few days' partitions instead of all of them. */
function recently({ after, to }: EventFilter): Prisma.Sql[] {
  const end = cursorTime(after) ?? to ?? new Date()
  const since = new Date(Math.max(0, end.getTime() - 2 * DAY_MS))
  return [Prisma.sql`"receivedAt" >= ${since}`, receivedSince(since)]
}

const listRows = (conditions: Prisma.Sql[]): Promise<EventRow[]> => db().$queryRaw`
    SELECT "id", "kind", "createdAt", "receivedAt", "firstDeliveryId", "status", "match", "inquiry", "reference",
      (SELECT "deliveries" FROM "KnownEvent" WHERE "KnownEvent"."id" = event."id")
    FROM (
      SELECT "ReceivedEvent".*, "Inquiry"."id" AS "inquiry", "Inquiry"."referenceId" AS "reference",
        CASE
          WHEN "ReceivedEvent"."status" IS NULL THEN 'unknown_kind'
          WHEN "Inquiry"."id" IS NULL THEN 'no_inquiry'
          WHEN "ReceivedEvent"."referenceId" <> "Inquiry"."referenceId" THEN 'other_reference'
          ELSE 'matched'
        END AS "match"
      FROM "ReceivedEvent" LEFT JOIN "Inquiry" ON "Inquiry"."inquiryId" = "ReceivedEvent"."inquiryId"
    ) AS event
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`

const cursorTime = (after?: string): Date | undefined =>
  instantSchema.safeParse(after?.split('~')[0]).data

function eventRange({ after, from, to }: EventFilter): Prisma.Sql {
  const [, id] = after?.split('~') ?? []
  const receivedAt = cursorTime(after)
  const isCursor = receivedAt !== undefined && z.guid().safeParse(id).success
  const conditions = [
    ...(isCursor ? [Prisma.sql`("receivedAt", "id") < (${receivedAt}, ${id}::uuid)`] : []),
    ...(from ? [Prisma.sql`"receivedAt" >= ${from}`] : []),
    ...(to ? [Prisma.sql`"receivedAt" < ${to}`] : []),
  ]
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`
}

export interface RejectionFilter extends TimeRange {
  after?: string
  reason?: string
}

/** Newest first. There are at most a thousand, so any filter is quick. */
export async function listRejectedDeliveries(
  staff: Staff,
  { after, from, to, reason }: RejectionFilter,
): Promise<Page<RejectedDeliveryItem>> {
  demand(staff, 'events.list')
  if (reason?.includes('\0')) return { items: [], nextCursor: null }
  const rows = await db().rejectedDelivery.findMany({
    where: {
      AND: [
        { id: before(after), reason },
        from ? { id: { gte: uuid7At(from) } } : {},
        to ? { id: { lt: uuid7At(to) } } : {},
      ],
    },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  return toPage(
    rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() })),
    (item) => item.id,
  )
}

/** At most a thousand. */
export function countRejectedDeliveries(staff: Staff): Promise<number> {
  demand(staff, 'events.list')
  return db().rejectedDelivery.count()
}
