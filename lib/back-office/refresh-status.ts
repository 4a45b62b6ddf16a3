import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../database/db'
import { isWithin } from '../http/limits'
import { requestRead } from '../inquiries/queue'
import { reconcileSoon } from '../inquiries/reconcile'
import { getServicePause } from '../inquiries/service-gate'
import { audit } from '../privacy/audit'
import type { Staff } from '../roles'
import { failure, log } from '../runtime/log'

/** `late`: the service hasn't answered yet. `too_often`: this member of staff has reached the limit. */
export type Refreshed =
  | 'changed'
  | 'unchanged'
  | 'failed'
  | 'late'
  | 'paused'
  | 'too_often'
  | 'not_open'

/** A read usually takes about a second. The page is blocked while it waits, so it doesn't wait much longer. */
const PATIENCE_MS = 3_000
const LOOK_EVERY_MS = 250
const select = { openState: true, status: true, readAt: true, lastError: true } as const

/** Makes a read due, as a customer's return does, and waits a moment for its result. */
export async function refreshStatus(staff: Staff, id: string): Promise<Refreshed> {
  const before = await db().inquiry.findUnique({ where: { id }, select })
  if (before?.openState !== 'OPEN') return 'not_open'
  const isWithinLimit = await isWithin('refresh', staff.id)
  const outcome = isWithinLimit ? 'allowed' : 'rate_limited'
  await audit({ actor: staff.id, action: 'inquiry.refreshed', inquiry: id, outcome })
  if (!isWithinLimit) return 'too_often'
  const isPaused = (await getServicePause()) !== null
  const askedAt = await requestRead(id, { forgetsError: !isPaused })
  if (isPaused) return 'paused'
  // Starts the pass now. By default it would run after the response, which waits for the read.
  reconcileSoon((work) => {
    work().catch((error) => log.error('reconcile_failed', failure(error)))
  })
  for (const endsAt = Date.now() + PATIENCE_MS; Date.now() < endsAt; await sleep(LOOK_EVERY_MS)) {
    const found = await db().inquiry.findUnique({ where: { id }, select })
    // The applicant was erased meanwhile. The page then shows that the inquiry doesn't exist.
    if (!found || !askedAt) return 'not_open'
    if (found.lastError) return 'failed'
    if (found.readAt && found.readAt >= askedAt)
      return found.status === before.status ? 'unchanged' : 'changed'
  }
  return 'late'
}
