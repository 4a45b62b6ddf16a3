/** Stores verified events. The reconciler takes them in later. */
import 'server-only'
import DataLoader from 'dataloader'
import { db } from '../database/db'
import { startDeadline } from '../http/deadline'
import { failure, log } from '../runtime/log'
import type { VerificationEvent } from '../verification/events'

/** The app refuses a delivery after this time, before its sender gives up after five seconds (N9). */
const DEADLINE_MS = 4_500
/** The INSERT is most of a delivery's cost, so the events of a burst share one. */
const GATHER_MS = 10
const LARGEST_BATCH = 50

interface Arrival {
  event: VerificationEvent
  /** X-Service-Delivery-Id. It is unsigned, so it only helps to find the delivery in the service's log (N11). */
  deliveryId: string | null
}
type Outcome = 'recorded' | 'duplicate'

/**
 * Idempotent by the signed event id. It writes to no other table, so no locked inquiry delays a delivery.
 * @throws if the database doesn't confirm the event in time. The caller must not acknowledge it then. If the event was stored after
 *   all, the next delivery is a duplicate
 */
export async function recordEvent(
  event: VerificationEvent,
  deliveryId: string | null,
): Promise<Outcome> {
  const deadline = startDeadline(DEADLINE_MS)
  try {
    return await deadline.hold(arrivals.load({ event, deliveryId }))
  } finally {
    deadline.clear()
  }
}

const arrivals = new DataLoader<Arrival, Outcome>(storeBatch, {
  cache: false,
  maxBatchSize: LARGEST_BATCH,
  batchScheduleFn: (dispatch) => setTimeout(dispatch, GATHER_MS),
})

async function storeBatch(batch: readonly Arrival[]): Promise<Outcome[]> {
  const stored = await db().webhookEvent.createManyAndReturn({
    // Sorted, because two batches with the same events in different orders could deadlock.
    data: batch
      .map(({ event: { inquiryId: serviceInquiryId, ...event }, deliveryId }) => ({
        ...event,
        serviceInquiryId,
        deliveryId,
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    skipDuplicates: true,
    select: { id: true },
  })
  const isNew = new Set(stored.map(({ id }) => id))
  const duplicates = new Map<string, number>()
  const outcomes = batch.map(({ event: { id } }): Outcome => {
    if (isNew.delete(id)) return 'recorded'
    duplicates.set(id, (duplicates.get(id) ?? 0) + 1)
    return 'duplicate'
  })
  // Staff only see the number, so no delivery waits for the update.
  void countDuplicates(duplicates)
  return outcomes
}

async function countDuplicates(duplicates: ReadonlyMap<string, number>): Promise<void> {
  try {
    for (const [id, increment] of duplicates)
      await db().webhookEvent.updateMany({
        where: { id },
        data: { deliveries: { increment } },
      })
  } catch (error) {
    log.warn('duplicates_not_counted', failure(error))
  }
}
