/** What events have reported about one inquiry. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { LAG_MS, type Report } from './rules'

/** More than any inquiry has, so that a broken sender can't make reads slow. */
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
  ORDER BY "arrivedAt" DESC LIMIT ${NEWEST}`

/** The events about an inquiry, taken in or not. */
export const ofInquiry = ({ id, inquiryId }: { id: string; inquiryId: string | null }) => ({
  OR: [{ inquiryRow: id }, ...(inquiryId ? [{ inquiryRow: null, inquiryId }] : [])],
})

/**
 * The status that events report and no read has confirmed or corrected yet; null if there is none. A reported decision isn't
 * one: it only shows that a read is on its way.
 */
export async function findReported(inquiry: {
  id: string
  inquiryId: string | null
  readAt: Date | null
}): Promise<string | null> {
  const [newest] = await db().webhookEvent.findMany({
    where: {
      ...ofInquiry(inquiry),
      ...(inquiry.readAt && { arrivedAt: { gte: inquiry.readAt } }),
      status: { not: null },
      setAsideAt: null,
    },
    orderBy: { createdAt: 'desc' },
    take: 1,
    select: { status: true },
  })
  return newest?.status ?? null
}
