/**
 * The orders of the list. Each reads one index range from a position, so every page costs the same, and so does finding
 * an inquiry's neighbours.
 */
import { z } from 'zod'
import type { Prisma } from '../prisma-client/client'
import { instantSchema } from './page'

/** `waiting`: only inquiries whose applicants are waiting for a decision, longest first. */
export type InquirySort = 'newest' | 'oldest' | 'waiting'

/** Where an inquiry is in the list. */
export interface Position {
  id: string
  waitingSince: Date | null
}

interface Order {
  where: Prisma.InquiryWhereInput[]
  orderBy: Prisma.InquiryOrderByWithRelationInput[]
}

/** @param backwards for what comes before the position, nearest first */
export function inOrder(sort: InquirySort, position?: Position, backwards = false): Order {
  const isAscending = (sort !== 'newest') !== backwards
  const direction = isAscending ? 'asc' : 'desc'
  const beyond = <Value>(value: Value) => (isAscending ? { gt: value } : { lt: value })
  if (sort !== 'waiting')
    return {
      where: position ? [{ id: beyond(position.id) }] : [],
      orderBy: [{ id: direction }],
    }
  const orderBy = [{ waitingSince: direction }, { id: direction }] as const
  const since = position?.waitingSince
  if (!since) return { where: [{ waitingSince: { not: null } }], orderBy: [...orderBy] }
  return {
    where: [
      // Implied by the next condition, but only this one is a range of the index.
      { waitingSince: isAscending ? { gte: since } : { lte: since } },
      {
        OR: [{ waitingSince: beyond(since) }, { waitingSince: since, id: beyond(position.id) }],
      },
    ],
    orderBy: [...orderBy],
  }
}

/** An invalid cursor is ignored: it comes from a URL, which anyone can edit. */
export function parseCursor(sort: InquirySort, after: string | undefined): Position | undefined {
  const [since, id] = sort === 'waiting' ? (after?.split('~') ?? []) : [null, after]
  const waitingSince = since === null ? null : instantSchema.safeParse(since).data
  if (waitingSince === undefined || !z.guid().safeParse(id).success) return undefined
  return { id: id ?? '', waitingSince }
}
