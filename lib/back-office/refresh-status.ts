import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import { askForRead } from '../inquiries/claim'
import { readNow } from '../inquiries/reconcile'
import { getServicePause, takeCall } from '../inquiries/service-gate'
import { mayRefreshStatus, REFRESH_LIMIT_MS } from '../limits'
import { demand, type Staff } from '../staff'
import { type CallRefusal, explainNoCall } from './no-call'
import type { RefreshResult } from './views'

/** How long to wait for a call while others use up the budget. */
const PATIENCE_MS = 3_000

/** Reads an inquiry's status for staff. If the service can't be called right now, makes a read due instead. */
export async function refreshStatus(staff: Staff, id: string): Promise<RefreshResult> {
  demand(staff, 'inquiries.refresh')
  const before = await db().inquiry.findUnique({ where: { id }, select: shown })
  if (!before) return { ok: false, reason: 'not_found' }
  if (before.openState !== 'OPEN') return { ok: false, reason: 'not_opened' }
  const isWithinLimit = await mayRefreshStatus(staff)
  const outcome = isWithinLimit ? 'allowed' : 'rate_limited'
  await audit({ actor: staff.id, action: 'inquiry.refreshed', inquiry: id, outcome })
  // Makes no read due: that would only move the call to the reconciler.
  if (!isWithinLimit) return { ok: false, reason: 'too_often', retryAfterMs: REFRESH_LIMIT_MS }
  if (!(await takeCall(PATIENCE_MS))) {
    await askForRead(id)
    return refused(await explainNoCall())
  }
  const isRead = await readNow(id)
  const after = await db().inquiry.findUnique({ where: { id }, select: shown })
  // A colleague has erased the applicant in the meantime.
  if (!after) return { ok: false, reason: 'not_found' }
  if (!isRead) return { ok: false, reason: 'under_way' }
  if (after.lastError !== null)
    return refused((await getServicePause()) ? await explainNoCall() : { error: 'unavailable' })
  return { ok: true, status: after.status, changed: after.status !== before.status }
}

const refused = ({ error, ...rest }: CallRefusal): RefreshResult =>
  'retryAfterMs' in rest
    ? { ok: false, reason: 'rate_limited', retryAfterMs: rest.retryAfterMs }
    : { ok: false, reason: 'unavailable' }

const shown = { openState: true, status: true, lastError: true } as const
