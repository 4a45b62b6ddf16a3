/** The applicant's view of their own inquiry. It cannot be asked for anybody else's. */
import 'server-only'
import type { Applicant } from '../applicant'
import { db } from '../db'
import { mayReportReturn } from '../limits'
import { isServicePaused } from './service-gate'
import { applicantStage, isDecision } from './status'
import type { ApplicantInquiryView } from './views'

/** The live attempt, or else the newest one; null when this applicant never applied. */
export async function getApplicantInquiry(
  applicant: Applicant,
  now = new Date(),
): Promise<ApplicantInquiryView | null> {
  const row = await newestAttempt(applicant)
  if (!row) return null
  const stage = applicantStage(row, now)
  const troubled = row.readError !== null || (stage === 'opening' && row.openError !== null)
  return {
    stage,
    product: row.product,
    inquiryId: stage === 'ready' ? row.inquiryId : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    accountOpened: stage === 'approved' && (await hasAccount(applicant)),
    serviceUnreachable:
      troubled || (stage !== 'ready' && row.nextReadAt !== null && (await isServicePaused(now))),
    openedAt: row.createdAt.toISOString(),
    updatedAt: (row.statusReceivedAt ?? row.createdAt).toISOString(),
  }
}

/**
 * The customer came back from the hosted flow, which decides nothing: it only makes the read-back due.
 * @returns the row to read at once; null when there is nothing to learn, or when they say it too often
 */
export async function applicantReturned(applicant: Applicant): Promise<string | null> {
  const row = await newestAttempt(applicant)
  if (row?.openState !== 'OPEN') return null
  if (row.confirmedAt && isDecision(row.status)) return null
  if (!(await mayReportReturn(applicant))) return null
  await db().inquiry.update({
    where: { id: row.id, applicantHash: applicant.hash },
    data: { nextReadAt: new Date(), urgent: true, readAttempts: 0 },
  })
  return row.id
}

/** By whichever attempt whose approval stands: an applicant has one account. */
async function hasAccount({ hash }: Applicant): Promise<boolean> {
  const where = { applicantHash: hash, grantedAt: { not: null }, decision: 'APPROVED' }
  return (await db().inquiry.findFirst({ where, select: { id: true } })) !== null
}

async function newestAttempt(applicant: Applicant) {
  const select = {
    id: true,
    inquiryId: true,
    product: true,
    openState: true,
    openError: true,
    status: true,
    statusReceivedAt: true,
    confirmedAt: true,
    expiresAt: true,
    nextReadAt: true,
    readError: true,
    createdAt: true,
  } as const
  return (
    (await db().inquiry.findUnique({ where: { liveFor: applicant.hash }, select })) ??
    (await db().inquiry.findFirst({
      where: { applicantHash: applicant.hash },
      orderBy: { id: 'desc' },
      select,
    }))
  )
}
