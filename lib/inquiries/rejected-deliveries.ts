/**
 * Shows staff why deliveries are rejected. Anyone can send a bad delivery, so the app counts rejections in memory and stores only a
 * sample: at most one row per reason every ten seconds, with the number of rejections that it stands for.
 */
import 'server-only'
import { db } from '../database/db'
import type { RejectionReason } from '../http/rejection-reasons'
import { failure, log } from '../runtime/log'
import { metrics } from '../runtime/metrics'
import { oncePerProcess } from '../runtime/once-per-process'

const SAMPLE_EVERY_MS = 10_000
/** How many rows to keep; older ones are deleted. */
const KEPT = 1_000

interface RejectedDelivery {
  reason: RejectionReason
  deliveryId: string | null
}

/** When the last row of a reason was stored, and how many have been rejected since. */
const tallies = oncePerProcess(
  'rejections',
  () => new Map<RejectionReason, { storedAt: number; count: number }>(),
)

/**
 * Never waits and never throws, so it can't affect the response to the delivery. The last rejections of a burst reach the database
 * only with the next rejection of that reason. The metric counts them at once.
 */
export function noteRejectedDelivery(rejected: RejectedDelivery): void {
  const { reason } = rejected
  metrics().rejections.inc({ reason })
  const tally = tallies.get(reason) ?? { storedAt: -Infinity, count: 0 }
  const now = performance.now()
  const count = tally.count + 1
  const isDue = now - tally.storedAt >= SAMPLE_EVERY_MS
  tallies.set(reason, isDue ? { storedAt: now, count: 0 } : { ...tally, count })
  if (isDue) void store(rejected, count)
}

async function store({ reason, deliveryId }: RejectedDelivery, count: number): Promise<void> {
  log.warn('delivery_rejected', { reason, deliveryId, count })
  try {
    await db().rejectedDelivery.create({
      data: { reason, deliveryId, count },
      select: { id: true },
    })
    await db().$executeRaw`
      DELETE FROM "RejectedDelivery" WHERE "id" < (
        SELECT "id" FROM "RejectedDelivery" ORDER BY "id" DESC OFFSET ${KEPT - 1} LIMIT 1
      )`
  } catch (error) {
    log.error('rejection_not_recorded', failure(error))
  }
}
