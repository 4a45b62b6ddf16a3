/** The audit trail, newest first. */
import 'server-only'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { before, PAGE_SIZE, type TimeRange, toPage } from './page'
import { staffNames } from './staff-names'
import { type AuditListItem, type AuditOutcome, type Page, SCANNED_AT_MOST } from './views'

export interface AuditFilter extends TimeRange {
  /** The last id of the previous page. */
  after?: string
  action?: string
  outcome?: AuditOutcome
  /** A user's id, `applicant` or `system`. */
  actor?: string
}

const OUTCOMES: Record<AuditOutcome, Prisma.AuditEntryWhereInput> = {
  allowed: { outcome: 'allowed' },
  refused: { outcome: 'refused' },
  other: { outcome: { notIn: ['allowed', 'refused'] } },
}

/** A filtered page scans a limited number of entries; the next page continues from there. */
export async function listAuditEntries(
  staff: Staff,
  filter: AuditFilter,
): Promise<Page<AuditListItem>> {
  demand(staff, 'audit.list')
  const { after, from, to, action, actor, outcome } = filter
  if ([action, actor].some((text) => text?.includes('\0'))) return { items: [], nextCursor: null }
  const inRange: Prisma.AuditEntryWhereInput[] = [
    { id: before(after) },
    from ? { id: { gte: uuid7At(from) } } : {},
    to ? { id: { lt: uuid7At(to) } } : {},
  ]
  const newestFirst = { id: 'desc' } as const
  const isSelective = action !== undefined || actor !== undefined || outcome !== undefined
  const end = isSelective
    ? await db().auditEntry.findFirst({
        where: { AND: inRange },
        orderBy: newestFirst,
        skip: SCANNED_AT_MOST - 1,
        select: { id: true },
      })
    : null
  const rows = await db().auditEntry.findMany({
    where: {
      AND: [
        ...inRange,
        end ? { id: { gte: end.id } } : {},
        outcome ? OUTCOMES[outcome] : {},
        { action, actor },
      ],
    },
    orderBy: newestFirst,
    take: PAGE_SIZE + 1,
    select: {
      id: true,
      at: true,
      actor: true,
      action: true,
      inquiryRow: true,
      subject: true,
      outcome: true,
      correlationId: true,
    },
  })
  const [names, inquiries] = await Promise.all([
    staffNames(),
    db().inquiry.findMany({
      where: { id: { in: rows.flatMap(({ inquiryRow }) => inquiryRow ?? []) } },
      select: { id: true, referenceId: true },
    }),
  ])
  const references = new Map(inquiries.map(({ id, referenceId }) => [id, referenceId]))
  const items = rows.map(({ at, actor, subject, inquiryRow, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: names.get(actor) ?? actor,
    // Shown only if it isn't the actor, which it usually is.
    subject: subject === actor ? null : (names.get(subject ?? '') ?? subject),
    inquiry: inquiryRow,
    reference: (inquiryRow === null ? undefined : references.get(inquiryRow)) ?? null,
  }))
  return toPage(items, (item) => item.id, PAGE_SIZE, end?.id)
}

/** The people who may appear in the trail, by name, for the filter. */
export async function listAuditActors(staff: Staff): Promise<{ id: string; name: string }[]> {
  demand(staff, 'audit.list')
  const names = [...(await staffNames())].map(([id, name]) => ({ id, name }))
  return names.sort((one, other) => one.name.localeCompare(other.name))
}
