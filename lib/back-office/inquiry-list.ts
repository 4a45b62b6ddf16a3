/** The list of inquiries and its export. Keyset paging keeps every page equally fast, however many rows there are. */
import 'server-only'
import { z } from 'zod'
import { SITE } from '../../site'
import { audit } from '../audit'
import { db } from '../db'
import { OVERDUE_MS } from '../inquiries/status'
import type { Prisma } from '../prisma-client/client'
import type { Staff } from '../staff'
import { toCsvLine } from './csv'
import { COUNTED_AT_MOST, PAGE_SIZE, type Page, parseCursor, toCursor, toPage } from './page'

export interface InquiryFilter {
  /** A review is a queue: the longest wait comes first. The other lists have the newest first. */
  tab?: 'review' | 'problems'
  status?: string
  /** A referenceId. Never an inquiryId, because filters are in the URL (F2). */
  q?: string
}

export const listSelect = {
  id: true,
  referenceId: true,
  product: true,
  openState: true,
  /** Confirmed by the last read, and when a read first showed it. */
  status: true,
  statusSince: true,
  reversedAt: true,
  createdAt: true,
} satisfies Prisma.InquirySelect
export type InquiryListItem = Prisma.InquiryGetPayload<{ select: typeof listSelect }>

/** @param after the cursor of the previous page of the same tab */
export async function listInquiries(
  { tab, status, q = '', after }: InquiryFilter & { after?: string },
  pageSize = PAGE_SIZE,
): Promise<Page<InquiryListItem>> {
  // PostgreSQL can't store a NUL, and rejects even a comparison with one.
  if (`${status}${q}`.includes('\0')) return { items: [], nextCursor: null }
  const isQueue = tab === 'review'
  const list = (where: Prisma.InquiryWhereInput) =>
    db().inquiry.findMany({
      where: {
        AND: [
          status ? { status } : {},
          isReference(q),
          where,
          ...(isQueue ? inQueueAfter(after) : [{ id: idBefore(after) }]),
        ],
      },
      orderBy: isQueue ? [{ statusSince: 'asc' }, { id: 'asc' }] : [{ id: 'desc' }],
      take: pageSize + 1,
      select: listSelect,
    })
  const rows = tab === 'problems' ? await listProblems(list) : await list(isQueue ? REVIEW : {})
  const cursorOf = (item: InquiryListItem) =>
    isQueue ? toCursor(item.statusSince, item.id) : item.id
  return toPage(rows, cursorOf, pageSize)
}

export const countAwaitingDecision = (): Promise<number> =>
  db().inquiry.count({ where: REVIEW, take: COUNTED_AT_MOST })

// An invalid cursor is ignored: it comes from a URL, which anyone can edit.
const idBefore = (after: string | undefined) => {
  const id = z.guid().safeParse(after)
  return id.success ? { lt: id.data } : undefined
}

function inQueueAfter(after: string | undefined): Prisma.InquiryWhereInput[] {
  const cursor = parseCursor(after)
  if (!cursor) return [{ statusSince: { not: null } }]
  const { at, id } = cursor
  return [
    // Implied by the next condition, but only this one is a range of the index.
    { statusSince: { gte: at } },
    { OR: [{ statusSince: { gt: at } }, { statusSince: at, id: { gt: id } }] },
  ]
}

const REVIEW = { status: 'NEEDS_REVIEW' }

/** Applicants who have done their part and have waited too long for a decision. */
export const isOverdue = (now: Date) =>
  ({
    status: { in: ['COMPLETED', 'NEEDS_REVIEW'] },
    statusSince: { lt: new Date(now.getTime() - OVERDUE_MS) },
  }) satisfies Prisma.InquiryWhereInput

/** Of each kind, a page: each has an index in the order of the list, and all kinds together have none. */
async function listProblems(
  list: (where: Prisma.InquiryWhereInput) => Promise<InquiryListItem[]>,
): Promise<InquiryListItem[]> {
  const { status, statusSince } = isOverdue(new Date())
  const overdue = status.in.map((status) => ({ status, statusSince }))
  const found = (await Promise.all([isTroubled, ...overdue].map(list))).flat()
  const byId = new Map(found.map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** An account that couldn't be opened, or that the core system refuses to open. */
export const accountProblems = {
  OR: [{ accountError: { not: null } }, { accountRefusal: { not: null } }],
} satisfies Prisma.InquiryWhereInput

/** Matches the partial index `Inquiry_troubled_idx`. */
const isTroubled: Prisma.InquiryWhereInput = {
  OR: [{ reversedAt: { not: null } }, { lastError: { not: null } }, ...accountProblems.OR],
}

/** As people type our references: `nw-7k3m9qx2ta`, `7K3M9QX2TA`. */
function isReference(search: string): Prisma.InquiryWhereInput {
  const typed = search.trim()
  if (!typed) return {}
  const capital = typed.toUpperCase()
  return { referenceId: { in: [typed, capital, `${SITE.referencePrefix}-${capital}`] } }
}

/** Excludes the note, because customers can write anything in it. */
const COLUMNS = [
  'referenceId',
  'product',
  'openState',
  'status',
  'statusSince',
  'reversedAt',
  'createdAt',
] as const satisfies readonly (keyof InquiryListItem)[]

const ROWS_PER_QUERY = 1_000

/** Yields the header, then pages of CSV lines; only one is in memory at a time. Audited before the first line. */
export async function* exportInquiries(
  staff: Staff,
  filter: InquiryFilter,
): AsyncGenerator<string> {
  await audit({ actor: staff.id, action: 'list.exported', outcome: 'allowed' })
  yield toCsvLine(COLUMNS)
  let after: string | undefined
  do {
    const page = await listInquiries({ ...filter, after }, ROWS_PER_QUERY)
    yield page.items.map((item) => toCsvLine(COLUMNS.map((column) => item[column]))).join('')
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
}
