/** Grants an account on a confirmed approval, and withdraws the grant when the approval is reversed. */
import 'server-only'
import type { DbOrTransaction } from '../db'
import { log } from '../log'
import { resolveGrant } from './rules'

/**
 * Runs in the transaction of the read that confirmed the status, which has locked the applicant and the inquiry (see
 * `lockForRead`), so no other attempt of the applicant can be granted now. A unique index backs that up. The account
 * itself is opened after the commit, from the outbox: see `account-openings.ts`.
 * @returns whether an account is due to be opened
 */
export async function applyGrant(
  inquiry: { id: string; applicantHash: string; grantedAt: Date | null },
  status: string,
  now: Date,
  tx: DbOrTransaction,
): Promise<boolean> {
  const { id, applicantHash } = inquiry
  const mayGrant = status === 'APPROVED' && inquiry.grantedAt === null
  const otherGrant = mayGrant
    ? await tx.inquiry.findFirst({
        where: { applicantHash, grantedAt: { not: null } },
        select: { id: true },
      })
    : null
  switch (resolveGrant(inquiry, status, otherGrant !== null)) {
    case 'grant': {
      await tx.inquiry.update({ where: { id }, data: { grantedAt: now }, select: { id: true } })
      const request = { requestedAt: now, nextTryAt: now, attempts: 0, error: null }
      await tx.accountOpening.upsert({
        where: { inquiryRow: id },
        create: { inquiryRow: id, ...request },
        // Granted again after a reversal: `openAccount` is idempotent, so it runs again.
        update: request,
      })
      await note('account.granted', 'granted')
      return true
    }
    case 'withdraw':
      await tx.inquiry.update({ where: { id }, data: { grantedAt: null }, select: { id: true } })
      await tx.accountOpening.updateMany({ where: { inquiryRow: id }, data: { nextTryAt: null } })
      // Another approved attempt may have been waiting behind this grant.
      await tx.inquiry.updateMany({
        where: { applicantHash, status: 'APPROVED', id: { not: id } },
        data: { nextReadAt: now, urgent: true, readAttempts: 0 },
      })
      await note('account.withdrawn', 'reversed')
      return false
    case 'has_one_already': {
      const where = { inquiryRow: id, action: 'account.not_granted' }
      const alreadyLogged = await tx.auditEntry.findFirst({ where, select: { id: true } })
      if (!alreadyLogged) await note('account.not_granted', 'has_one_already')
      return false
    }
    case 'unchanged':
      return false
  }

  async function note(action: string, outcome: string): Promise<void> {
    await tx.auditEntry.create({ data: { actor: 'system', inquiryRow: id, action, outcome } })
    log.info(action.replace('.', '_'), { inquiry: id })
  }
}
