/** The effect that matters: opening the account. One function, once for an applicant, on a confirmed approval alone. */
import 'server-only'
import type { DbOrTransaction } from '../db'
import { log } from '../log'

/**
 * A merchant puts its own account opening here, or picks the row up by `grantedAt`. The condition is part of the
 * statement, so that no caller and no race can grant twice or on less than a confirmed APPROVED (S6). An attempt that is
 * approved after another one of the same applicant was, by a reversal (N5), opens nothing: the trail tells staff.
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
    WHERE "id" = ${row}::uuid AND "status" = 'APPROVED' AND "confirmedAt" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "Inquiry" AS attempt
      WHERE attempt."applicantHash" = ${approved.applicantHash} AND attempt."grantedAt" IS NOT NULL
    )`
  const told = { inquiryRow: row, action: 'account.opened' }
  if (!opened && (await tx.auditEntry.findFirst({ where: told }))) return
  const outcome = opened ? 'granted' : 'already_had_one'
  await tx.auditEntry.create({ data: { actor: 'system', outcome, ...told } })
  log.info(opened ? 'account_opened' : 'account_exists_already', { inquiry: row })
}
