/** The data of the overview page. */
import 'server-only'
import { db } from '../db'
import { receivedSince } from '../event-days'
import { getServicePause } from '../inquiries/service-gate'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { COUNTED_AT_MOST } from './bounded-count'
import { getFortnight } from './fortnight'
import type { Overview } from './views'

const DAY_MS = 24 * 3_600_000
/** A day's newest events are enough to notice that another system uses the same tenant. Each costs a look-up. */
const MAX_EVENTS = 500

/** The cost doesn't grow with the number of rows. */
export async function getOverview(staff: Staff, now = new Date()): Promise<Overview> {
  demand(staff, 'overview.view')
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const [waitingTooLong, unmatched, rejections, reversals, accountsNotOpened, pause, fortnight] =
    await Promise.all([
      db().inquiry.count({ where: { waitingSince: { lt: dayAgo } }, take }),
      db().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM (
          SELECT "inquiryId" FROM "ReceivedEvent" WHERE ${receivedSince(dayAgo)} AND "receivedAt" > ${dayAgo} AND "inquiryId" IS NOT NULL
          ORDER BY "receivedAt" DESC LIMIT ${MAX_EVENTS}
        ) AS recent
        WHERE NOT EXISTS (SELECT FROM "Inquiry" WHERE "Inquiry"."inquiryId" = recent."inquiryId")`,
      db().rejectedDelivery.groupBy({
        by: 'reason',
        where: { id: { gt: uuid7At(dayAgo) } },
        _sum: { count: true },
        orderBy: [{ _sum: { count: 'desc' } }, { reason: 'asc' }],
      }),
      db().inquiry.count({ where: { reversedAt: { not: null } }, take }),
      db().accountOpening.count({ where: { error: { not: null } }, take }),
      getServicePause(now),
      getFortnight(now),
    ])
  return {
    waitingTooLong,
    unmatchedEvents: Math.min(unmatched[0]?.count ?? 0, take),
    rejectedDeliveries: rejections.map(({ reason, _sum }) => ({ reason, count: _sum.count ?? 0 })),
    reversals,
    accountsNotOpened,
    servicePause: pause && { until: pause.until.toISOString(), reason: pause.reason },
    ...fortnight,
  }
}
