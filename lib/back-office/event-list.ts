/** Stored events and rejected deliveries in one list, by the time they were received, newest first. */
import 'server-only'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'
import { PAGE_SIZE, type Page, parseCursor, toCursor, toPage } from './page'

/** An event, or deliveries that were rejected. */
export interface EventListItem {
  id: string
  receivedAt: Date
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

/** Those that the list can be filtered by: what we didn't accept. */
export const LISTED_OUTCOMES = ['set_aside', 'rejected'] as const

interface EventFilter {
  /** The cursor of the previous page: `receivedAt` and the id, because event ids don't sort by time. */
  after?: string
  outcome?: (typeof LISTED_OUTCOMES)[number]
}

export async function listEvents({ after, outcome }: EventFilter): Promise<Page<EventListItem>> {
  const cursor = parseCursor(after)
  const before = cursor
    ? Prisma.sql`("receivedAt", "id") < (${cursor.at}, ${cursor.id}::uuid)`
    : Prisma.sql`TRUE`
  const [events, rejected] = await Promise.all([
    outcome === 'rejected' ? [] : listRecorded(before, outcome === 'set_aside'),
    outcome === 'set_aside' ? [] : listRejected(before),
  ])
  const rows = [...events, ...rejected].sort(
    (one, other) =>
      other.receivedAt.getTime() - one.receivedAt.getTime() || other.id.localeCompare(one.id),
  )
  return toPage(rows, ({ receivedAt, id }) => toCursor(receivedAt, id))
}

const listRecorded = (before: Prisma.Sql, isSetAside: boolean): Promise<EventListItem[]> => db()
  .$queryRaw`
  SELECT *, (SELECT "referenceId" FROM "Inquiry" WHERE "Inquiry"."id" = event."inquiry") AS "reference"
  FROM (
    SELECT "id", "arrivedAt" AS "receivedAt", "kind", "deliveryId", "deliveries", "inquiryId" AS "inquiry",
      CASE
        WHEN "status" IS NULL THEN 'unknown_kind'
        WHEN "setAsideAt" IS NOT NULL THEN 'set_aside'
        WHEN "inquiryId" IS NULL THEN 'waiting'
        ELSE 'recorded'
      END AS "outcome"
    FROM "WebhookEvent" WHERE ${isSetAside ? Prisma.sql`"setAsideAt" IS NOT NULL AND "status" IS NOT NULL` : Prisma.sql`TRUE`}
  ) AS event WHERE ${before} ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`

const listRejected = (before: Prisma.Sql): Promise<EventListItem[]> => db().$queryRaw`
  SELECT "id", "receivedAt", 'rejected' AS "outcome", "reason" AS "kind", "count" AS "deliveries", "deliveryId",
    NULL AS "inquiry", NULL AS "reference"
  FROM "RejectedDelivery" WHERE ${before} ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${PAGE_SIZE + 1}`
