/** The list of inquiries and its export. Keyset paging keeps every page equally fast for any number of rows. */
import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { SITE } from '../../site'
import { db } from '../database/db'
import { startDeadline } from '../http/deadline'
import { isBeingConfirmed, OVERDUE_MS, shownStatus, WAITING } from '../inquiries/status'
import type { Prisma } from '../prisma-client/client'
import { audit } from '../privacy/audit'
import { demand, type Staff } from '../roles'
import { toCsvLine } from './csv'
import { COUNTED_AT_MOST, PAGE_SIZE, type Page, parseCursor, toCursor, toPage } from './page'

export interface InquiryFilter {
  /** `review` is a queue, with the longest wait first. Other lists have the newest first. */
  tab?: 'review' | 'problems'
  status?: string
  /** A referenceId. Never a serviceInquiryId, because filters are in the URL (F2). */
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
  const isQueue = tab === 'review'
  const list = async ({ where, since }: Kind) => {
    const order = since ? [{ [since]: 'asc' as const }] : []
    const rows = await db().inquiry.findMany({
      where: {
        AND: [
          isReference(q),
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
  const kinds = tab ? KINDS_OF_TAB[tab](new Date()) : status ? shownAs(status) : [{ where: {} }]
  const found = (await Promise.all(kinds.map(list))).flat()
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
interface Kind {
  where: Prisma.InquiryWhereInput
  since?: 'statusSince' | 'reportedAt'
}

/** The rows with this shown status. */
const shownAs = (status: string) =>
  [
    { where: { status, reportedStatus: null }, since: 'statusSince' },
    { where: { reportedStatus: status }, since: 'reportedAt' },
  ] as const satisfies Kind[]

const REVIEW = shownAs('NEEDS_REVIEW')

/** Fetch a page of each kind and merge them: only single kinds are indexed. */
const KINDS_OF_TAB: Record<NonNullable<InquiryFilter['tab']>, (now: Date) => readonly Kind[]> = {
  review: () => REVIEW,
  problems(now) {
    const overdue = overdueKinds(now).map((where) => ({ where }))
    return [
      { where: isTroubled },
      { where: { lastError: { not: null } } },
      ...overdue,
      { where: isUnconfirmed(now) },
    ]
  },
}

/** No page waits longer for the number in its menu. */
const COUNT_MS = 3_000

/** Cached for each request, because a page's menu and its content both show it. */
export const countAwaitingDecision = cache(async () => {
  const deadline = startDeadline(COUNT_MS)
  const counts = REVIEW.map(({ where }) =>
    db().inquiry.count({ where, orderBy: { id: 'asc' }, take: COUNTED_AT_MOST }),
  )
  const [confirmed = 0, reported = 0] = await deadline
    .hold(Promise.all(counts))
    .finally(deadline.clear)
  return confirmed + reported
})

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

/** Applicants who have finished the check and have waited too long for a decision: a set for each status, as the index has them. */
const overdueKinds = (now: Date) =>
  [...WAITING].map((status) => ({
    status,
    reportedStatus: null,
    statusSince: { lt: new Date(now.getTime() - OVERDUE_MS) },
  })) satisfies Prisma.InquiryWhereInput[]

/** Reported statuses that no read has confirmed for too long. */
const isUnconfirmed = (now: Date) =>
  ({
    reportedStatus: { not: null },
    reportedAt: { lt: new Date(now.getTime() - OVERDUE_MS) },
  }) satisfies Prisma.InquiryWhereInput

/** Matches the partial index `Inquiry_troubled_idx`, and so each condition that is about inquiries. */
const isTroubled: Prisma.InquiryWhereInput = {
  OR: [
    { reversedAt: { not: null } },
    { noticeError: { not: null } },
    { accountError: { not: null } },
    { accountRefusal: { not: null } },
  ],
}

/** Accepts our references as people type them: `nw-7k3m9qx2ta`, `7K3M9QX2TA`. */
function isReference(search: string): Prisma.InquiryWhereInput {
  const typed = search.trim()
  if (!typed) return {}
  const capital = typed.toUpperCase()
  return { referenceId: { in: [typed, capital, `${SITE.referencePrefix}-${capital}`] } }
}

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
