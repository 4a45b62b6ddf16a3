/** Lists stored events and rejected deliveries together, by time of arrival, newest first. */
import 'server-only'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'
import { PAGE_SIZE, type Page, parseCursor, toCursor, toPage } from './page'

/** An event, or a row that stands for several rejected deliveries. */
export interface EventListItem {
  id: string
  receivedAt: Date
  /** `waiting`: not taken in yet. `set_aside`: for an unknown inquiry, or for our reference under another id. */
  outcome: 'recorded' | 'waiting' | 'set_aside' | 'unknown_kind' | 'rejected'
  /** The event's type, or the reason of a rejection. */
  kind: string
  /** How often the event arrived, or how many rejections the row stands for. The row describes the last rejection. */
  deliveries: number
  /** The id of an event's first delivery. */
  deliveryId: string | null
  /** Our id of the inquiry, for a link. */
  inquiry: string | null
  /** The inquiry's referenceId. */
  reference: string | null
}

/** The filter's options. */
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
