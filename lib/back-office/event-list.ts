/** Stored events and rejected deliveries, for staff. */
import 'server-only'
import { z } from 'zod'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import { demand, type Staff } from '../staff'
import { before, PAGE_SIZE, toPage } from './page'
import type { EventListItem, Page, RejectedDeliveryItem } from './views'

/** The time in a cursor. PostgreSQL has no year 0. */
const instantSchema = z.iso
  .datetime({ precision: 3 })
  .refine((text) => !text.startsWith('0000'))
  .transform((text) => new Date(text))

/** Newest first. The cursor is `receivedAt` and the id, because event ids don't sort by time. */
export async function listEvents(
  staff: Staff,
  filter: { after?: string },
): Promise<Page<EventListItem>> {
  demand(staff, 'events.list')
  const [at, id] = filter.after?.split('~') ?? []
  const receivedAt = instantSchema.safeParse(at).data
  const before: Prisma.WebhookEventWhereInput | undefined =
    receivedAt && z.guid().safeParse(id).success
      ? { OR: [{ receivedAt: { lt: receivedAt } }, { receivedAt, id: { lt: id } }] }
      : undefined
  const rows = await db().webhookEvent.findMany({
    where: before,
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE + 1,
  })
  const inquiries = await db().inquiry.findMany({
    where: { inquiryId: { in: rows.flatMap((row) => row.inquiryId ?? []) } },
    select: { id: true, inquiryId: true, referenceId: true },
  })
  const ours = new Map(inquiries.map((inquiry) => [inquiry.inquiryId, inquiry]))
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    createdAt: row.createdAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    deliveries: row.deliveries,
    firstDeliveryId: row.firstDeliveryId,
    status: row.status,
    match: matchOf(row, ours.get(row.inquiryId)),
    inquiry: ours.get(row.inquiryId)?.id ?? null,
  }))
  return toPage(items, (item) => `${item.receivedAt}~${item.id}`)
}

function matchOf(
  event: { status: string | null; referenceId: string | null },
  inquiry: { referenceId: string } | undefined,
): EventListItem['match'] {
  if (event.status === null) return 'unknown_kind'
  if (!inquiry) return 'no_inquiry'
  if (event.referenceId !== null && event.referenceId !== inquiry.referenceId)
    return 'other_reference'
  return 'matched'
}

export async function listRejectedDeliveries(
  staff: Staff,
  filter: { after?: string },
): Promise<Page<RejectedDeliveryItem>> {
  demand(staff, 'events.list')
  const rows = await db().rejectedDelivery.findMany({
    where: { id: before(filter.after) },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  return toPage(
    rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() })),
    (item) => item.id,
  )
}
