/** Stored events and rejected deliveries in one list, by the time they were received, newest first. */
import 'server-only'
import { z } from 'zod'
import { db } from '../db'
import { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { instantSchema, PAGE_SIZE, SCANNED_AT_MOST, toPage } from './page'
import type { Page } from './views'

/** An event, or deliveries that were rejected. */
export interface EventListItem {
  id: string
  receivedAt: string
  /** `waiting`: no claim has taken it in yet. `set_aside`: it is about no inquiry of ours, or not about the one that we follow. */
  outcome: 'recorded' | 'waiting' | 'set_aside' | 'unknown_kind' | 'rejected'
  /** The event's type; why a delivery was rejected. */
  kind: string
  /** How often the event arrived; how many rejections the entry represents, of which it describes the last. */
  deliveries: number
  /** Of the first delivery of an event. */
  deliveryId: string | null
  /** Our own id of the inquiry, for a link. */
  inquiry: string | null
  /** Its referenceId. */
  reference: string | null
}

export const EVENT_OUTCOMES = [
  'recorded',
  'waiting',
  'set_aside',
  'unknown_kind',
  'rejected',
] as const satisfies readonly EventListItem['outcome'][]

interface EventFilter {
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

async function listRecorded(position: Position | undefined, outcome: EventFilter['outcome']) {
  const conditions = [
    position
      ? Prisma.sql`("arrivedAt", event."id") < (${position.receivedAt}, ${position.id}::uuid)`
      : Prisma.sql`TRUE`,
  ]
  const [end] = outcome
    ? await db().$queryRaw<Position[]>`
        SELECT "id", "arrivedAt" AS "receivedAt" FROM "WebhookEvent" AS event WHERE ${conditions[0]}
        ORDER BY "arrivedAt" DESC, "id" DESC OFFSET ${SCANNED_AT_MOST - 1} LIMIT 1`
    : []
  if (end)
    conditions.push(Prisma.sql`("arrivedAt", event."id") >= (${end.receivedAt}, ${end.id}::uuid)`)
  if (outcome) conditions.push(Prisma.sql`"outcome" = ${outcome}`)
  const rows = await db().$queryRaw<Row[]>`
    SELECT event."id", "arrivedAt" AS "receivedAt", "outcome", "kind", "deliveryId", "deliveries", "inquiryRow" AS "inquiry",
      "Inquiry"."referenceId" AS "reference"
    FROM (
      SELECT *, CASE
        WHEN "status" IS NULL THEN 'unknown_kind'
        WHEN "setAsideAt" IS NOT NULL THEN 'set_aside'
        WHEN "inquiryRow" IS NULL THEN 'waiting'
        ELSE 'recorded'
      END AS "outcome" FROM "WebhookEvent"
    ) AS event LEFT JOIN "Inquiry" ON "Inquiry"."id" = event."inquiryRow"
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "arrivedAt" DESC, event."id" DESC LIMIT ${PAGE_SIZE + 1}`
  return { rows, end }
}

const listRejected = (position: Position | undefined): Promise<Row[]> => db().$queryRaw`
    SELECT "id", "receivedAt", 'rejected' AS "outcome", "reason" AS "kind", "count" AS "deliveries", "deliveryId",
      NULL AS "inquiry", NULL AS "reference"
    FROM "RejectedDelivery" WHERE ${
      position
        ? Prisma.sql`("receivedAt", "id") < (${position.receivedAt}, ${position.id}::uuid)`
        : Prisma.sql`TRUE`
    }
    ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`
