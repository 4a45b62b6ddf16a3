/** What events have reported about one inquiry. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { LAG_MS, type Report, reportedSince } from './rules'

/** Of each status: more than any inquiry has, so that a broken sender can't make reads slow. */
const NEWEST = 100

/** The events about an inquiry, taken in or not: those since `since`, and those that the endpoint may lag behind at that time. */
export const listReports = (
  inquiry: { id: string; inquiryId: string | null },
  since: Date,
  tx: DbOrTransaction = db(),
): Promise<Report[]> => tx.$queryRaw`
  SELECT "status", "createdAt" AS "signedAt", "arrivedAt" FROM (
    SELECT *, row_number() OVER (PARTITION BY "status" ORDER BY "arrivedAt" DESC) AS "nth" FROM "WebhookEvent"
    WHERE ("inquiryRow" = ${inquiry.id}::uuid AND "setAsideAt" IS NULL
      OR "inquiryRow" IS NULL AND "inquiryId" = ${inquiry.inquiryId}::uuid)
      AND "arrivedAt" > ${new Date(since.getTime() - LAG_MS)}
  ) AS event WHERE "nth" <= ${NEWEST}`

/** The status that events report and no read has confirmed or corrected yet; null if there is none. */
export const findReported = async (inquiry: {
  id: string
  inquiryId: string | null
  status: string | null
  readAt: Date | null
}): Promise<string | null> =>
  reportedSince(inquiry, await listReports(inquiry, inquiry.readAt ?? new Date(0)))
