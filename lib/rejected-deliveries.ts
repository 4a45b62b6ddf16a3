/**
 * Shows staff why deliveries are rejected. Anyone can send one, so rejections are counted in memory and only a sample
 * is stored: the first with each reason, then at most one row per reason every ten seconds, with the count it represents.
 */
import 'server-only'
import { db } from './db'
import { errorName, log } from './log'
import { metrics } from './metrics'
import type { RejectionReason } from './rejection-reasons'

const SAMPLE_EVERY_MS = 10_000
/** Rows; older ones are deleted. */
const KEPT = 1_000

interface RejectedDelivery {
  reason: RejectionReason
  deliveryId: string | null
}

interface Sample {
  /** Rejections since the last stored row. */
  count: number
  latest: RejectedDelivery
  timer: NodeJS.Timeout
}

const samples = new Map<RejectionReason, Sample>()
const storing = new Set<Promise<void>>()
let flushesAtExit = false

/** Never waits and never throws, so it can't affect the response to the delivery. */
export function noteRejectedDelivery(rejected: RejectedDelivery): void {
  metrics().rejections.inc({ reason: rejected.reason })
  const sample = samples.get(rejected.reason)
  if (sample) {
    sample.count++
    sample.latest = rejected
    return
  }
  startSample(rejected)
  store(rejected, 1)
  if (!flushesAtExit) process.once('SIGTERM', flushRejectedDeliveries)
  flushesAtExit = true
}

/** Stores the rejections that have only been counted so far, and waits for the rows that are being stored. */
export async function flushRejectedDeliveries(): Promise<void> {
  const pending = [...samples.values()]
  samples.clear()
  for (const { timer } of pending) clearTimeout(timer)
  for (const { count, latest } of pending) if (count > 0) store(latest, count)
  await Promise.all(storing)
}

function startSample(latest: RejectedDelivery): void {
  const timer = setTimeout(() => endSample(latest.reason), SAMPLE_EVERY_MS)
  timer.unref()
  samples.set(latest.reason, { count: 0, latest, timer })
}

function endSample(reason: RejectionReason): void {
  const sample = samples.get(reason)
  samples.delete(reason)
  if (!sample?.count) return
  startSample(sample.latest)
  store(sample.latest, sample.count)
}

function store(rejected: RejectedDelivery, count: number): void {
  const stored = insert(rejected, count).finally(() => storing.delete(stored))
  storing.add(stored)
}

async function insert(rejected: RejectedDelivery, count: number): Promise<void> {
  const { reason, deliveryId } = rejected
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
    log.error('rejection_not_recorded', { error: errorName(error) })
  }
}
