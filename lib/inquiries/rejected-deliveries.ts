/** Keeps why a delivery was rejected, for staff to mend the cause. Anyone can cause one, so their number is bounded. */
import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { db } from '../db'
import { errorName, log } from '../log'
import { metrics } from '../metrics'
import type { RejectionReason } from '../verification/signature-doctor'

const KEPT = 1_000

interface RejectedDelivery {
  reason: RejectionReason
  deliveryId: string | null
  bodyBytes: number
}

/** Never throws: the answer to a rejected delivery does not depend on this note of it. */
export async function recordRejectedDelivery(rejected: RejectedDelivery): Promise<void> {
  const { reason, deliveryId, bodyBytes } = rejected
  metrics().rejections.inc({ reason })
  log.warn('delivery_rejected', { reason, deliveryId })
  try {
    // The statement does not see the row that it adds: one less of the others stays.
    await db().$executeRaw`
      WITH added AS (
        INSERT INTO "RejectedDelivery" ("id", "receivedAt", "reason", "deliveryId", "bodyBytes")
        VALUES (${uuidv7()}::uuid, ${new Date()}, ${reason}, ${deliveryId}, ${bodyBytes})
      )
      DELETE FROM "RejectedDelivery" WHERE "id" < (
        SELECT "id" FROM "RejectedDelivery" ORDER BY "id" DESC OFFSET ${KEPT - 2} LIMIT 1
      )`
  } catch (error) {
    log.error('rejection_not_recorded', { error: errorName(error) })
  }
}
