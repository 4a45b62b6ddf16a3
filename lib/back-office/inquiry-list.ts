/** The filtered list of inquiries. Keyset paging keeps every page equally fast, however many rows there are. */
import 'server-only'
import { z } from 'zod'
import { db } from '../db'
import { awaitsRead } from '../inquiries/status'
import type { Prisma } from '../prisma-client/client'
import { referenceIdPrefixes } from '../short-reference'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
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
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export interface InquiryFilter {
  /** The last id of the previous page. */
  after?: string
  status?: string
  /** Only inquiries that need attention: reversals, orphans, and failed opens, reads or accounts. */
  attention?: boolean
  /** Opened on these days (UTC, inclusive): `2026-01-31`. */
  from?: string
  to?: string
  /** Our own id, or the beginning of a referenceId or of a short reference. Never an inquiryId, because filters are in the URL. */
  search?: string
}

/** Newest first. */
export async function listInquiries(
  staff: Staff,
  filter: InquiryFilter,
  pageSize = PAGE_SIZE,
): Promise<Page<InquiryListItem>> {
  demand(staff, 'inquiries.list')
  const needed = filter.attention ? [await needsAttention()] : []
  const rows = await db().inquiry.findMany({
    where: { AND: [...conditions(filter), ...needed] },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
    select: listSelect,
  })
  return toPage(rows.map(toListItem), (item) => item.id, pageSize)
}

/** Invalid values are ignored: they come from a URL, which anyone can edit. */
function conditions(filter: InquiryFilter): Prisma.InquiryWhereInput[] {
  const after = z.guid().safeParse(filter.after)
  const from = daySchema.safeParse(filter.from)
  const to = daySchema.safeParse(filter.to)
  const search = filter.search?.trim()
  if ([filter.status, search].some((text) => text?.includes('\0'))) return [NO_MATCH]
  return [
    after.success ? { id: { lt: after.data } } : {},
    filter.status ? { status: filter.status } : {},
    from.success ? { id: { gte: uuid7At(from.data) } } : {},
    to.success ? { id: { lt: uuid7At(new Date(to.data.getTime() + DAY_MS)) } } : {},
    search ? matching(search) : {},
  ]
}

/** PostgreSQL can't store a NUL, and rejects even a comparison with one. */
const NO_MATCH: Prisma.InquiryWhereInput = { id: { in: [] } }

const DAY_MS = 24 * 3_600_000
const daySchema = z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`))

/** Matches the partial index `Inquiry_attention_idx`, plus accounts that couldn't be opened. */
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
      { openState: 'OPEN_FAILED' },
      { id: { in: failing.map(({ inquiryRow }) => inquiryRow) } },
    ],
  }
}

function matching(search: string): Prisma.InquiryWhereInput {
  const uuid = z.guid().safeParse(search)
  if (uuid.success) return { id: uuid.data }
  // Prisma doesn't escape % and _ for LIKE.
  const escaped = search.replace(/[\\%_]/g, '\\$&')
  return {
    OR: [escaped, ...referenceIdPrefixes(search)].map((prefix) => ({
      referenceId: { startsWith: prefix },
    })),
  }
}
