/** The effect that matters: opening the account. One function, once for an applicant, on a confirmed approval alone. */
import 'server-only'
import type { DbOrTransaction } from '../db'
import { log } from '../log'

/**
 * A merchant puts its own account opening here, or picks the row up by `grantedAt`. The condition is part of the
 * statement, so that no caller and no race can grant twice or on less than a confirmed APPROVED (S6). While the approval of
 * one attempt stands, another attempt of the same applicant opens nothing (N5): the trail tells staff.
 * @param row our own id of the inquiry
 * @param tx a transaction: until its end no other attempt of the applicant is granted
 */
export async function grantAccount(row: string, tx: DbOrTransaction): Promise<void> {
  const [approved] = await tx.$queryRaw<{ applicantHash: string }[]>`
    SELECT "applicantHash", pg_advisory_xact_lock(hashtextextended("applicantHash", 0))::text
    FROM "Inquiry"
    WHERE "id" = ${row}::uuid AND "status" = 'APPROVED' AND "confirmedAt" IS NOT NULL AND "grantedAt" IS NULL`
  if (!approved) return
  const now = new Date()
  const opened = await tx.$executeRaw`
    UPDATE "Inquiry" SET "grantedAt" = ${now}, "updatedAt" = ${now}
    WHERE "id" = ${row}::uuid AND "status" = 'APPROVED' AND "confirmedAt" IS NOT NULL AND "grantedAt" IS NULL AND NOT EXISTS (
      SELECT FROM "Inquiry" AS attempt
      WHERE attempt."applicantHash" = ${approved.applicantHash} AND attempt."grantedAt" IS NOT NULL
        AND attempt."decision" = 'APPROVED'
    )`
  const told = opened
    ? { action: 'account.opened', outcome: 'granted' }
    : { action: 'account.not_opened', outcome: 'has_one_already' }
  const actions = ['account.opened', 'account.not_opened']
  const isTold = { inquiryRow: row, action: { in: actions } }
  if (!opened && (await tx.auditEntry.findFirst({ where: isTold }))) return
  await tx.auditEntry.create({ data: { actor: 'system', inquiryRow: row, ...told } })
  log.info(opened ? 'account_opened' : 'account_not_opened', { inquiry: row })
}
