/** The filtered list of inquiries. Keyset paging keeps every page equally fast, however many rows there are. */
import 'server-only'
import { z } from 'zod'
import { SITE } from '../../site'
import { db } from '../db'
import { awaitsRead } from '../inquiries/status'
import { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { type InquirySort, inOrder, parseCursor } from './inquiry-order'
import { PAGE_SIZE, toPage } from './page'
import type { InquiryListItem, Page } from './views'

export const listSelect = {
  id: true,
  referenceId: true,
  product: true,
  openState: true,
  status: true,
  reportedStatus: true,
  heardAt: true,
  readAt: true,
  reversedAt: true,
  waitingSince: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.InquirySelect
type ListRow = Prisma.InquiryGetPayload<{ select: typeof listSelect }>

export const toListItem = (row: ListRow): InquiryListItem => ({
  id: row.id,
  referenceId: row.referenceId,
  product: row.product,
  openState: row.openState,
  status: row.status,
  reportedStatus: awaitsRead(row) ? row.reportedStatus : null,
  reversed: row.reversedAt !== null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export interface InquiryFilter {
  /** The cursor of the previous page, in the same order. */
  after?: string
  status?: string
  /** Only inquiries that need attention: reversals, orphans, and failed opens, reads or accounts. */
  attention?: boolean
  /** Opened on these days (UTC, inclusive): `2026-01-31`. */
  from?: string
  to?: string
  /** Our own id, or the beginning of a referenceId or short reference. Never an inquiryId, because filters are in the URL. */
  search?: string
  /** Newest first by default. */
  sort?: InquirySort
}

export async function listInquiries(
  staff: Staff,
  { sort = 'newest', ...filter }: InquiryFilter,
  pageSize = PAGE_SIZE,
): Promise<Page<InquiryListItem>> {
  demand(staff, 'inquiries.list')
  const order = inOrder(sort, parseCursor(sort, filter.after))
  const rows = await db().inquiry.findMany({
    where: { AND: [...(await listConditions(filter)), ...order.where] },
    orderBy: order.orderBy,
    take: pageSize + 1,
    select: listSelect,
  })
  return toPage(
    rows.map(toListItem),
    (item) => (sort === 'waiting' ? `${item.waitingSince}~${item.id}` : item.id),
    pageSize,
  )
}

/** A filter's conditions, without the position of the page. Invalid values are ignored: they come from a URL. */
export async function listConditions(
  filter: Omit<InquiryFilter, 'after' | 'sort'>,
): Promise<Prisma.InquiryWhereInput[]> {
  const { first, end } = idRange(filter)
  const search = filter.search?.trim()
  if ([filter.status, search].some((text) => text?.includes('\0'))) return [NO_MATCH]
  return [
    filter.status ? { status: filter.status } : {},
    { id: { gte: first, lt: end } },
    search ? await matching(search) : {},
    filter.attention ? await needsAttention() : {},
  ]
}

/** PostgreSQL can't store a NUL, and rejects even a comparison with one. */
const NO_MATCH: Prisma.InquiryWhereInput = { id: { in: [] } }

const DAY_MS = 24 * 3_600_000
const daySchema = z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`))

/** Ids sort by time, so days are a range of them. */
export function idRange(days: Pick<InquiryFilter, 'from' | 'to'>): { first: string; end: string } {
  const from = daySchema.safeParse(days.from).data
  const to = daySchema.safeParse(days.to).data
  return {
    first: from ? uuid7At(from) : uuid7At(new Date(0)),
    end: to ? uuid7At(new Date(to.getTime() + DAY_MS)) : LAST_ID,
  }
}
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Matches the partial index `Inquiry_troubled_idx`, plus accounts that couldn't be opened. PostgreSQL can't match an enum in
 * a parameter to the one in an index condition, so the index covers every `openError`, and a failed open always has one.
 */
async function needsAttention(): Promise<Prisma.InquiryWhereInput> {
  const failing = await db().accountOpening.findMany({
    where: { error: { not: null } },
    orderBy: { inquiryRow: 'desc' },
    take: 1_000,
    select: { inquiryRow: true },
  })
  return {
    OR: [
      { reversedAt: { not: null } },
      { orphanId: { not: null } },
      { readError: { not: null } },
      { openState: 'OPEN_FAILED', openError: { not: null } },
      { id: { in: failing.map(({ inquiryRow }) => inquiryRow) } },
    ],
  }
}

/** Beyond this many matches, a scan in the order of the list is fast, because they are dense. */
const FOUND_AT_MOST = 1_000

/**
 * If there are few matches, finds their ids first: PostgreSQL expects any prefix to match many rows, and would scan the
 * whole table in the order of the list.
 */
async function matching(search: string): Promise<Prisma.InquiryWhereInput> {
  const ids = await findMatches(search)
  if (ids !== null) return { id: { in: ids } }
  return { OR: prefixesOf(search).map((prefix) => ({ referenceId: { startsWith: prefix } })) }
}

/** As typed, and as people type our references: `nw-7k3m`, `7K3M9QX2TA`. Prisma doesn't escape % and _ for LIKE. */
function prefixesOf(search: string): string[] {
  const escaped = search.replace(/[\\%_]/g, '\\$&')
  const capital = escaped.toUpperCase()
  return [escaped, capital, `${SITE.referencePrefix}-${capital}`]
}

/** The ids of the matches; null if there are too many. PostgreSQL plans a materialised query for all its rows, but stops at the limit. */
export async function findMatches(search: string): Promise<string[] | null> {
  const uuid = z.guid().safeParse(search)
  if (uuid.success) return [uuid.data]
  const prefixes = prefixesOf(search)
  const likes = prefixes.map((prefix) => Prisma.sql`"referenceId" LIKE ${`${prefix}%`}`)
  const found = await db().$queryRaw<{ id: string }[]>`
    WITH found AS MATERIALIZED (SELECT "id" FROM "Inquiry" WHERE ${Prisma.join(likes, ' OR ')})
    SELECT "id" FROM found LIMIT ${FOUND_AT_MOST + 1}`
  return found.length > FOUND_AT_MOST ? null : found.map(({ id }) => id)
}
