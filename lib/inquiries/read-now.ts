import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import type { Staff } from '../staff'
import { reconcileOne } from './reconcile'
import type { ReadNowResult } from './views'

/** Makes a row's read-back due and does it, audited. While the key is paused it stays due. */
export async function readNow(staff: Staff, id: string): Promise<ReadNowResult> {
  const before = await db().inquiry.findUnique({ where: { id }, select: shown })
  if (!before) return { ok: false, reason: 'not_found' }
  if (before.openState === 'OPEN_FAILED') return { ok: false, reason: 'not_opened' }
  await db().inquiry.update({
    where: { id },
    data: { nextReadAt: new Date(), urgent: true, readAttempts: 0 },
  })
  await audit({ actor: staff.id, action: 'inquiry.read_now', inquiry: id, outcome: 'allowed' })
  const asked = await reconcileOne(id)
  const after = await db().inquiry.findUniqueOrThrow({ where: { id }, select: shown })
  const answered = asked && after.openState === 'OPEN' && after.readError === null
  if (!answered) return { ok: false, reason: 'unavailable' }
  return { ok: true, status: after.status, changed: after.status !== before.status }
}

const shown = { openState: true, status: true, readError: true } as const
