/** The list of inquiries and its export. Keyset paging keeps every page equally fast for any number of rows. */
import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { db } from '../database/db'
import { startDeadline } from '../http/deadline'
import { MAY_HAVE_ACCOUNT } from '../inquiries/read-inquiry'
import { isBeingConfirmed, OVERDUE_MS, shownStatus, WAITING } from '../inquiries/status'
import type { Prisma } from '../prisma-client/client'
import { audit } from '../privacy/audit'
import { demand, type Staff } from '../roles'
import { toCsvLine } from './csv'
import { SEARCHABLE } from './list-url'
import { COUNTED_AT_MOST, PAGE_SIZE, type Page, parseCursor, toCursor, toPage } from './page'

export interface InquiryFilter {
  /** `review` is a queue, with the longest wait first. Other lists have the newest first. */
  tab?: 'review' | 'problems'
  status?: string
  /** A part of a referenceId or of an account number. Never a serviceInquiryId, because filters are in the URL (F2). */
  q?: string
}

export const listSelect = {
  id: true,
  referenceId: true,
  product: true,
  openState: true,
  status: true,
  statusSince: true,
  reportedStatus: true,
  reportedAt: true,
  reportsDisagree: true,
  reversedAt: true,
  createdAt: true,
} satisfies Prisma.InquirySelect
type ListRow = Prisma.InquiryGetPayload<{ select: typeof listSelect }>

/** Replaces a row's status by the shown one: the reported status, until a read confirms or corrects it. */
export function withShownStatus<Row extends ListRow>(row: Row) {
  const { reportedStatus, reportedAt, reportsDisagree, ...rest } = row
  return {
    ...rest,
    status: shownStatus(row),
    /** When an event first reported this status, or a read confirmed it. */
    statusSince: reportedAt ?? row.statusSince,
    isBeingConfirmed: isBeingConfirmed(row),
  }
}
export type InquiryListItem = ReturnType<typeof withShownStatus<ListRow>>

/** @param after the cursor of the previous page of the same tab */
export async function listInquiries(
  { tab, status, q = '', after }: InquiryFilter & { after?: string },
  pageSize = PAGE_SIZE,
): Promise<Page<InquiryListItem>> {
  // PostgreSQL rejects a comparison with a NUL.
  if (`${status}${q}`.includes('\0')) return { items: [], nextCursor: null }
  const matches = q ? await search(q) : null
  const isQueue = tab === 'review'
  const list = async ({ where, since }: IndexedSet) => {
    const order = since ? [{ [since]: 'asc' as const }] : []
    const rows = await db().inquiry.findMany({
      where: {
        AND: [
          matches ? { id: { in: matches } } : {},
          where,
          ...(isQueue && since ? inQueueAfter(after, since) : [{ id: idBefore(after) }]),
        ],
      },
      orderBy: isQueue ? [...order, { id: 'asc' }] : [{ id: 'desc' }],
      take: pageSize + 1,
      select: listSelect,
    })
    return rows.map(withShownStatus)
  }
  const sets = setsOf({ tab, status })
  const found = (await Promise.all(sets.map(list))).flat()
  const rows = [...new Map(found.map((row) => [row.id, row])).values()]
  rows.sort(isQueue ? byWait : (one, other) => (one.id < other.id ? 1 : -1))
  const cursorOf = (item: InquiryListItem) =>
    isQueue ? toCursor(item.statusSince, item.id) : item.id
  return toPage(rows, cursorOf, pageSize)
}

const byWait = (one: InquiryListItem, other: InquiryListItem): number =>
  (one.statusSince?.getTime() ?? 0) - (other.statusSince?.getTime() ?? 0) ||
  (one.id < other.id ? -1 : 1)

/** A set of rows that one index returns in the list's order. `since` is the column that orders a queue. */
interface IndexedSet {
  where: Prisma.InquiryWhereInput
  since?: 'statusSince' | 'reportedAt'
}

/** The rows with this shown status. */
const shownAs = (status: string) =>
  [
    { where: { status, reportedStatus: null }, since: 'statusSince' },
    { where: { reportedStatus: status }, since: 'reportedAt' },
  ] as const satisfies IndexedSet[]

const REVIEW = shownAs('NEEDS_REVIEW')

/** Fetch a page of each set and merge them: only single sets are indexed. */
const SETS_OF_TAB: Record<
  NonNullable<InquiryFilter['tab']>,
  (now: Date) => readonly IndexedSet[]
> = {
  review: () => REVIEW,
  problems(now) {
    const overdue = overdueSets(now).map((where) => ({ where }))
    return [
      { where: isTroubled },
      { where: { lastError: { not: null } } },
      ...overdue,
      { where: isReportOverdue(now) },
    ]
  },
}

const setsOf = ({ tab, status }: InquiryFilter): readonly IndexedSet[] =>
  tab ? SETS_OF_TAB[tab](new Date()) : status ? shownAs(status) : [{ where: {} }]

/** Counts as far as {@link COUNTED_AT_MOST}. Null for the problems, whose sets overlap. */
export async function countInquiries({ q = '', ...filter }: InquiryFilter): Promise<number | null> {
  if (filter.tab === 'problems') return null
  if (`${filter.status}${q}`.includes('\0')) return 0
  const matches = q ? { id: { in: await search(q) } } : {}
  return countAll(
    setsOf(filter).map(({ where }) => ({ AND: [matches, where] })),
    'desc',
  )
}

/** No page waits longer for the number in its menu. */
const COUNT_MS = 3_000

/** Cached for each request, because a page's menu and its content both show it. */
export const countAwaitingDecision = cache(() => {
  const deadline = startDeadline(COUNT_MS)
  const sets = REVIEW.map(({ where }) => where)
  return deadline.hold(countAll(sets, 'asc')).finally(deadline.clear)
})

/**
 * @param sets row sets that don't overlap
 * @param order the order of the index that finds these rows
 */
async function countAll(
  sets: Prisma.InquiryWhereInput[],
  order: Prisma.SortOrder,
): Promise<number> {
  const counts = sets.map((where) =>
    db().inquiry.count({ where, orderBy: { id: order }, take: COUNTED_AT_MOST }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Ignores an invalid cursor, because anyone can edit the URL that it comes from. */
const idBefore = (after: string | undefined) => {
  const id = z.guid().safeParse(after)
  return id.success ? { lt: id.data } : undefined
}

function inQueueAfter(
  after: string | undefined,
  since: 'statusSince' | 'reportedAt',
): Prisma.InquiryWhereInput[] {
  const cursor = parseCursor(after)
  if (!cursor) return [{ [since]: { not: null } }]
  const { at, id } = cursor
  return [
    // The next condition implies this one, but only this one lets PostgreSQL start inside the index.
    { [since]: { gte: at } },
    { OR: [{ [since]: { gt: at } }, { [since]: at, id: { gt: id } }] },
  ]
}

/** Applicants who have finished the check and have waited too long for a decision: one set for each status, because the index starts with the status. */
const overdueSets = (now: Date) =>
  [...WAITING].map((status) => ({
    status,
    reportedStatus: null,
    statusSince: { lt: new Date(now.getTime() - OVERDUE_MS) },
  })) satisfies Prisma.InquiryWhereInput[]

/** Inquiries whose reported status has waited too long for a confirming read. */
const isReportOverdue = (now: Date) =>
  ({
    reportedStatus: { not: null },
    reportedAt: { lt: new Date(now.getTime() - OVERDUE_MS) },
  }) satisfies Prisma.InquiryWhereInput

/** Reversals whose account is or may be open, and that nobody has marked as blocked. */
export const hasAccountToBlock = {
  reversedAt: { not: null },
  grantedAt: null,
  accountBlockedAt: null,
  OR: [{ accountOpenedAt: { not: null } }, MAY_HAVE_ACCOUNT],
} satisfies Prisma.InquiryWhereInput

/** Each branch implies the predicate of the partial index `Inquiry_troubled_idx`, so PostgreSQL can use it. */
const isTroubled: Prisma.InquiryWhereInput = {
  OR: [
    hasAccountToBlock,
    { noticeError: { not: null } },
    { accountError: { not: null } },
    { accountRefusal: { not: null } },
  ],
}

/**
 * Finds inquiries by a part of the reference or the account number, as people type them: `nw-7k3m`, `9qx2ta`, `1234 567`. Raw
 * SQL, because Prisma can't write the expression that `Inquiry_search_idx` has.
 * @returns the ids of the newest {@link COUNTED_AT_MOST} matches
 */
const search = cache(async (typed: string): Promise<string[]> => {
  const part = typed.replace(/[ -]/g, '')
  // PostgreSQL finds nothing by the index without three letters or digits in a row.
  if (!SEARCHABLE.test(part)) return []
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const found = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Inquiry"
    WHERE upper(regexp_replace("referenceId" || '/' || coalesce("account", ''), '[ -]', '', 'g')) LIKE upper(${pattern})
    ORDER BY "id" DESC LIMIT ${COUNTED_AT_MOST}`
  return found.map(({ id }) => id)
})

/** The export's columns. They exclude the note, because customers can write anything in it. */
const COLUMNS = [
  'referenceId',
  'product',
  'openState',
  'status',
  'isBeingConfirmed',
  'statusSince',
  'reversedAt',
  'createdAt',
] as const satisfies readonly (keyof InquiryListItem)[]

const ROWS_PER_QUERY = 1_000

/** Yields the header, then pages of CSV lines. Only one page is in memory at a time. The export is audited before its first line. */
export async function* exportInquiries(
  staff: Staff,
  filter: InquiryFilter,
): AsyncGenerator<string> {
  demand(staff, 'inquiries.see')
  await audit({ actor: staff.id, action: 'list.exported', outcome: 'allowed' })
  yield toCsvLine(COLUMNS)
  let after: string | undefined
  do {
    const page = await listInquiries({ ...filter, after }, ROWS_PER_QUERY)
    yield page.items.map((item) => toCsvLine(COLUMNS.map((column) => item[column]))).join('')
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
}
