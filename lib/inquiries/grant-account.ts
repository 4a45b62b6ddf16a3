/** The effect that matters: opening the account. One function, once, on a confirmed approval alone. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { log } from '../log'

/**
 * A merchant puts its own account opening here, or picks the row up by `grantedAt`. The condition is part of the
 * statement, so that no caller and no race can grant twice or on less than a confirmed APPROVED (S6).
 * @param row our own id of the inquiry
 */
export async function grantAccount(row: string, tx: DbOrTransaction = db()): Promise<void> {
  const { count } = await tx.inquiry.updateMany({
    where: { id: row, grantedAt: null, status: 'APPROVED', confirmedAt: { not: null } },
    data: { grantedAt: new Date() },
  })
  if (count === 0) return
  await tx.auditEntry.create({
    data: { actor: 'system', action: 'account.opened', inquiryRow: row, outcome: 'granted' },
  })
  log.info('account_opened', { inquiry: row })
}
