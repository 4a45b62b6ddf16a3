import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import { askForRead } from '../inquiries/claim'
import { getServicePause } from '../inquiries/service-gate'
import { mayRefreshStatus, REFRESH_LIMIT_MS } from '../limits'
import { demand, type Staff } from '../staff'
import { explainNoCall } from './no-call'
import type { RefreshResult } from './views'

/** Makes a read due because staff want one, like a customer's return. The page shows what it finds. */
export async function refreshStatus(staff: Staff, id: string): Promise<RefreshResult> {
  demand(staff, 'inquiries.refresh')
  const select = { openState: true, status: true } as const
  const inquiry = await db().inquiry.findUnique({ where: { id }, select })
  if (!inquiry) return { ok: false, error: 'not_found' }
  if (inquiry.openState !== 'OPEN') return { ok: false, error: 'not_opened' }
  const isWithinLimit = await mayRefreshStatus(staff)
  const outcome = isWithinLimit ? 'allowed' : 'rate_limited'
  await audit({ actor: staff.id, action: 'inquiry.refreshed', inquiry: id, outcome })
  if (!isWithinLimit) return { ok: false, error: 'too_often', retryAfterMs: REFRESH_LIMIT_MS }
  if (await getServicePause()) {
    await askForRead(id)
    return { ok: false, ...(await explainNoCall()) }
  }
  // So that an error on the page is the answer to this request.
  await db().inquiry.updateMany({ where: { id }, data: { lastError: null } })
  const askedAt = await askForRead(id)
  // A colleague has erased the applicant in the meantime.
  if (!askedAt) return { ok: false, error: 'not_found' }
  return { ok: true, askedAt: askedAt.toISOString(), status: inquiry.status }
}
