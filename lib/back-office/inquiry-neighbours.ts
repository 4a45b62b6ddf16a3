/** The inquiries before and after one in a filtered list: two probes of the list's index, however long the list is. */
import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { type InquiryFilter, listConditions } from './inquiry-list'
import { inOrder, type Position } from './inquiry-order'

interface Neighbours {
  /** Our own ids; null at the end of the list. */
  next: string | null
  previous: string | null
}

/** @param position the inquiry itself needn't match the filter: it may just have been decided */
export async function findNeighbours(
  staff: Staff,
  position: Position,
  { sort = 'newest', ...filter }: Omit<InquiryFilter, 'after'>,
): Promise<Neighbours> {
  demand(staff, 'inquiries.list')
  const conditions = [...(await listConditions(filter)), { id: { not: position.id } }]
  const nearest = async (backwards: boolean) => {
    const { where, orderBy } = inOrder(sort, position, backwards)
    const found = await db().inquiry.findFirst({
      where: { AND: [...conditions, ...where] },
      orderBy,
      select: { id: true },
    })
    return found?.id ?? null
  }
  // An inquiry that is no longer waiting has left the queue, so the first one in it comes next.
  const hasLeft = sort === 'waiting' && position.waitingSince === null
  return { next: await nearest(false), previous: hasLeft ? null : await nearest(true) }
}
