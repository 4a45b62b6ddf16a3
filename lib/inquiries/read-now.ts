import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import type { Staff } from '../staff'
import { reconcileOne } from './reconcile'

/** Makes a row's read-back due and does it, audited. Waits for the pause of the key, if there is one. */
export async function readNow(staff: Staff, id: string): Promise<void> {
  const { count } = await db().inquiry.updateMany({
    where: { id, openState: { not: 'OPEN_FAILED' } },
    data: { nextReadAt: new Date(), urgent: true, readAttempts: 0 },
  })
  if (count === 0) return
  await audit({ actor: staff.id, action: 'inquiry.read_now', inquiry: id, outcome: 'allowed' })
  await reconcileOne(id)
}
