/** How many inquiries each tab of the list has. */
import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { COUNTED_AT_MOST } from './bounded-count'
import { type InquiryFilter, idRange, listConditions } from './inquiry-list'
import type { InquiryCounts } from './views'

/** All counts stop at {@link COUNTED_AT_MOST}. `from` and `to` are the list's filter. */
export async function countInquiries(
  staff: Staff,
  statuses: readonly string[],
  { from, to }: Pick<InquiryFilter, 'from' | 'to'>,
): Promise<InquiryCounts> {
  demand(staff, 'inquiries.list')
  const { first, end } = idRange({ from, to })
  const [counted, attention] = await Promise.all([
    db().$queryRaw<{ status: string | null; count: number }[]>`
      SELECT tab."status", (
        SELECT count(*)::int FROM (
          SELECT FROM "Inquiry"
          WHERE "Inquiry"."status" = tab."status" AND "id" >= ${first}::uuid AND "id" < ${end}::uuid
          LIMIT ${COUNTED_AT_MOST}
        ) AS bounded
      ) AS "count"
      FROM unnest(${statuses}::text[]) AS tab("status")
      UNION ALL
      SELECT NULL, count(*)::int FROM (
        SELECT FROM "Inquiry" WHERE "id" >= ${first}::uuid AND "id" < ${end}::uuid LIMIT ${COUNTED_AT_MOST}
      ) AS bounded`,
    db().inquiry.count({
      where: { AND: await listConditions({ from, to, attention: true }) },
      take: COUNTED_AT_MOST,
    }),
  ])
  return {
    all: counted.find(({ status }) => status === null)?.count ?? 0,
    attention,
    byStatus: Object.fromEntries(
      counted.flatMap(({ status, count }) => (status === null ? [] : [[status, count]])),
    ),
  }
}
