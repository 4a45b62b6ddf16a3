import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import type { Staff } from '../staff'
import { readAtOnce } from './reconcile'
import type { ReadNowResult } from './views'

/** Reads a row back for staff, audited. While the key is paused, it is made due instead. */
export async function readNow(staff: Staff, id: string): Promise<ReadNowResult> {
  const before = await db().inquiry.findUnique({ where: { id }, select: shown })
  if (!before) return { ok: false, reason: 'not_found' }
  if (before.openState !== 'OPEN') return { ok: false, reason: 'not_opened' }
  await audit({ actor: staff.id, action: 'inquiry.read_now', inquiry: id, outcome: 'allowed' })
  if (!(await readAtOnce(id))) {
    const data = { nextReadAt: new Date(), urgent: true, readAttempts: 0 }
    await db().inquiry.update({ where: { id }, data })
    return { ok: false, reason: 'unavailable' }
  }
  const after = await db().inquiry.findUniqueOrThrow({ where: { id }, select: shown })
  if (after.readError !== null) return { ok: false, reason: 'unavailable' }
  return { ok: true, status: after.status, changed: after.status !== before.status }
}

const shown = { openState: true, status: true, readError: true } as const
