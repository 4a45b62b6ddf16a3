/** Inquiries that need a person's decision. Staff see them here, but decide in the service's portal (P4). */
import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { COUNTED_AT_MOST } from './bounded-count'
import { listInquiries } from './inquiry-list'
import type { WorkQueue } from './views'

const STATUS = 'NEEDS_REVIEW'
const SHOWN = 5

export async function getWorkQueue(staff: Staff): Promise<WorkQueue> {
  const [count, oldest] = await Promise.all([
    countAwaitingDecision(staff),
    listInquiries(staff, { status: STATUS, sort: 'waiting' }, SHOWN),
  ])
  return { count, oldest: oldest.items }
}

/** @param atMost where counting stops */
export async function countAwaitingDecision(
  staff: Staff,
  atMost = COUNTED_AT_MOST,
): Promise<number> {
  demand(staff, 'inquiries.list')
  return db().inquiry.count({ where: { status: STATUS }, take: atMost })
}
