import 'server-only'
import { databaseTime, db } from '../database/db'
import { audit } from '../privacy/audit'
import { demand, type Staff } from '../roles'
import { hasAccountToBlock } from './inquiry-list'

/**
 * Records that this person has blocked a reversal's account in the core system, or found that there is none.
 * @param id our id of the inquiry
 * @returns false if there was nothing to block: a colleague was faster, or the service has approved the applicant again
 */
export async function markAccountBlocked(staff: Staff, id: string): Promise<boolean> {
  demand(staff, 'account.block')
  return db().$transaction(async (tx) => {
    const data = { accountBlockedAt: await databaseTime(tx), accountBlockedBy: staff.id }
    const { count } = await tx.inquiry.updateMany({ where: { id, ...hasAccountToBlock }, data })
    if (count === 0) return false
    await audit({ actor: staff.id, action: 'account.blocked', inquiry: id, outcome: 'blocked' }, tx)
    return true
  })
}
