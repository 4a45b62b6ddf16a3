/** What events have reported about one inquiry. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { LAG_MS, type Report, reportedSince } from './rules'

/** More than any inquiry has, so that a broken sender can't make reads slow. What casts doubt on an approval comes first. */
const NEWEST = 100

/** The events about an inquiry, taken in or not: those since `since`, and those that the endpoint may lag behind at that time. */
export const listReports = (
  inquiry: { id: string; inquiryId: string | null },
  since: Date,
  tx: DbOrTransaction = db(),
): Promise<Report[]> => tx.$queryRaw`
  SELECT "status", "createdAt" AS "signedAt", "arrivedAt" FROM "WebhookEvent"
  WHERE ("inquiryRow" = ${inquiry.id}::uuid OR "inquiryRow" IS NULL AND "inquiryId" = ${inquiry.inquiryId}::uuid)
    AND "setAsideAt" IS NULL AND "arrivedAt" > ${new Date(since.getTime() - LAG_MS)}
  ORDER BY "status" IS DISTINCT FROM 'APPROVED' DESC, "arrivedAt" DESC LIMIT ${NEWEST}`

/** The events about an inquiry, taken in or not. */
export const ofInquiry = ({ id, inquiryId }: { id: string; inquiryId: string | null }) => ({
  OR: [{ inquiryRow: id }, ...(inquiryId ? [{ inquiryRow: null, inquiryId }] : [])],
})

/** The status that events report and no read has confirmed or corrected yet; null if there is none. */
export const findReported = async (inquiry: {
  id: string
  inquiryId: string | null
  status: string | null
  readAt: Date | null
}): Promise<string | null> =>
  reportedSince(inquiry, await listReports(inquiry, inquiry.readAt ?? new Date(0)))
