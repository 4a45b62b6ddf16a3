/** How many inquiries each tab of the list has. */
import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { COUNTED_AT_MOST } from './bounded-count'
import { findMatches, type InquiryFilter, idRange, listConditions } from './inquiry-list'
import type { InquiryCounts } from './views'

/** The list's filter, without the tab. */
type CountedFilter = Pick<InquiryFilter, 'from' | 'to' | 'search'>

/** All counts stop at {@link COUNTED_AT_MOST}. Null if a search has too many matches to count each. */
export async function countInquiries(
  staff: Staff,
  statuses: readonly string[],
  { from, to, search }: CountedFilter,
): Promise<InquiryCounts | null> {
  demand(staff, 'inquiries.list')
  if (search?.trim()) return countMatches({ from, to, search })
  const { first, end } = idRange({ from, to })
  // PostgreSQL can't store a NUL, so no inquiry has such a status.
  const storable = statuses.filter((status) => !status.includes('\0'))
  const [counted, attention] = await Promise.all([
    db().$queryRaw<{ status: string | null; count: number }[]>`
      SELECT tab."status", (
        SELECT count(*)::int FROM (
          SELECT FROM "Inquiry"
          WHERE "Inquiry"."status" = tab."status" AND "id" >= ${first}::uuid AND "id" < ${end}::uuid
          LIMIT ${COUNTED_AT_MOST}
        ) AS bounded
      ) AS "count"
      FROM unnest(${storable}::text[]) AS tab("status")
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

async function countMatches({
  search = '',
  ...days
}: CountedFilter): Promise<InquiryCounts | null> {
  // PostgreSQL can't store a NUL, so nothing matches it.
  const ids = search.includes('\0') ? [] : await findMatches(search.trim())
  if (ids === null) return null
  const among = async (attention: boolean) => ({
    AND: [...(await listConditions({ ...days, attention })), { id: { in: ids } }],
  })
  const [groups, attention] = await Promise.all([
    db().inquiry.groupBy({ by: ['status'], where: await among(false), _count: true }),
    db().inquiry.count({ where: await among(true) }),
  ])
  return {
    all: groups.reduce((sum, { _count }) => sum + _count, 0),
    attention,
    byStatus: Object.fromEntries(
      groups.flatMap(({ status, _count }) => (status === null ? [] : [[status, _count]])),
    ),
  }
}
