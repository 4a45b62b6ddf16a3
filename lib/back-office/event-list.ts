/** Stored events and rejected deliveries in one list, by the time they were received, newest first. */
import 'server-only'
import { z } from 'zod'
import { db } from '../db'
import { receivedSince } from '../event-days'
import { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { instantSchema, PAGE_SIZE, SCANNED_AT_MOST, toPage } from './page'
import type { EventListItem, Page } from './views'

const DAY_MS = 24 * 3_600_000

export const EVENT_OUTCOMES = [
  'recorded',
  'other_reference',
  'no_inquiry',
  'unknown_kind',
  'rejected',
] as const satisfies readonly EventListItem['outcome'][]

export interface EventFilter {
  /** The cursor of the previous page: `receivedAt` and the id, because event ids don't sort by time. */
  after?: string
  outcome?: EventListItem['outcome']
}

interface Row extends Omit<EventListItem, 'receivedAt'> {
  receivedAt: Date
}
interface Position {
  id: string
  receivedAt: Date
}

/**
 * No index covers what became of an event, so a filtered page scans a limited number of them; the next page continues from
 * there. There are at most a thousand rejected deliveries.
 */
export async function listEvents(
  staff: Staff,
  { after, outcome }: EventFilter,
): Promise<Page<EventListItem>> {
  demand(staff, 'events.list')
  const position = parseCursor(after)
  const [events, rejected] = await Promise.all([
    outcome === 'rejected' ? { rows: [] } : listRecorded(position, outcome),
    outcome === undefined || outcome === 'rejected' ? listRejected(position) : [],
  ])
  const rows = [...events.rows, ...rejected].sort(
    (one, other) =>
      other.receivedAt.getTime() - one.receivedAt.getTime() || other.id.localeCompare(one.id),
  )
  const items = rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
  const end = 'end' in events ? events.end : undefined
  return toPage(
    items,
    toCursor,
    PAGE_SIZE,
    end && toCursor({ ...end, receivedAt: end.receivedAt.toISOString() }),
  )
}

const toCursor = ({ receivedAt, id }: { receivedAt: string; id: string }) => `${receivedAt}~${id}`

/** An invalid cursor is ignored: it comes from a URL, which anyone can edit. */
function parseCursor(after: string | undefined): Position | undefined {
  const [time, id] = after?.split('~') ?? []
  const receivedAt = instantSchema.safeParse(time).data
  return receivedAt && z.guid().safeParse(id).success ? { receivedAt, id: id ?? '' } : undefined
}

const before = (position: Position | undefined) =>
  position
    ? Prisma.sql`("receivedAt", "id") < (${position.receivedAt}, ${position.id}::uuid)`
    : Prisma.sql`TRUE`

async function listRecorded(position: Position | undefined, outcome: EventFilter['outcome']) {
  const inRange = before(position)
  const [end] = outcome
    ? await db().$queryRaw<Position[]>`
        SELECT "id", "receivedAt" FROM "ReceivedEvent" WHERE ${inRange}
        ORDER BY "receivedAt" DESC, "id" DESC OFFSET ${SCANNED_AT_MOST - 1} LIMIT 1`
    : []
  const conditions = [inRange]
  if (end) conditions.push(Prisma.sql`("receivedAt", "id") >= (${end.receivedAt}, ${end.id}::uuid)`)
  if (outcome) conditions.push(Prisma.sql`"outcome" = ${outcome}`)
  // Recent events usually fill a page, and then PostgreSQL reads a few days' partitions instead of all of them.
  const from = position?.receivedAt ?? new Date()
  const since = new Date(Math.max(0, from.getTime() - 2 * DAY_MS))
  const recent = [Prisma.sql`"receivedAt" >= ${since}`, receivedSince(since)]
  const newest = await selectEvents([...conditions, ...recent])
  return { rows: newest.length > PAGE_SIZE ? newest : await selectEvents(conditions), end }
}

const selectEvents = (conditions: Prisma.Sql[]): Promise<Row[]> => db().$queryRaw`
    SELECT "id", "receivedAt", "outcome", "kind", "firstDeliveryId" AS "deliveryId", "inquiry", "reference",
      (SELECT "deliveries" FROM "KnownEvent" WHERE "KnownEvent"."id" = event."id")
    FROM (
      SELECT "ReceivedEvent".*, "Inquiry"."id" AS "inquiry", "Inquiry"."referenceId" AS "reference",
        CASE
          WHEN "ReceivedEvent"."status" IS NULL THEN 'unknown_kind'
          WHEN "Inquiry"."id" IS NULL THEN 'no_inquiry'
          WHEN "ReceivedEvent"."referenceId" <> "Inquiry"."referenceId" THEN 'other_reference'
          ELSE 'recorded'
        END AS "outcome"
      FROM "ReceivedEvent" LEFT JOIN "Inquiry" ON "Inquiry"."inquiryId" = "ReceivedEvent"."inquiryId"
    ) AS event
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`

const listRejected = (position: Position | undefined): Promise<Row[]> => db().$queryRaw`
    SELECT "id", "receivedAt", 'rejected' AS "outcome", "reason" AS "kind", "count" AS "deliveries", "deliveryId",
      NULL AS "inquiry", NULL AS "reference"
    FROM "RejectedDelivery" WHERE ${before(position)}
    ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`
