/** The applicant's view of their own inquiry. There is no way to ask for anyone else's. */
import 'server-only'
import type { Applicant } from '../applicant'
import { db } from '../db'
import { mayReadAtOnce, mayReportReturn } from '../limits'
import { LONGEST_AWAITED_DELAY_MS, MAX_ASKED_READS } from './rules'
import { getServicePause } from './service-gate'
import { applicantStage, awaitsRead, isDecision, mayTryAgain, STAGE_COLUMNS } from './status'
import type { ApplicantAccount, ApplicantInquiryView } from './views'

/** The attempt that was granted, else the active one, else the latest. Null if this applicant has never applied. */
export async function getApplicantInquiry(
  applicant: Applicant,
  now = new Date(),
): Promise<ApplicantInquiryView | null> {
  const inquiry = (await grantedAttempt(applicant)) ?? (await newestAttempt(applicant))
  if (!inquiry) return null
  const stage = applicantStage(inquiry, now)
  const hasTrouble =
    inquiry.readError !== null || (stage === 'opening' && inquiry.openError !== null)
  const account = stage === 'approved' ? await getApplicantAccount(applicant, now) : null
  const held = mayTryAgain(stage) ? await findHeldAccount(applicant) : null
  const isPaused = async () => (await getServicePause(now)) !== null
  return {
    stage,
    product: inquiry.product,
    inquiryId: stage === 'ready' ? inquiry.inquiryId : null,
    expiresAt: inquiry.expiresAt?.toISOString() ?? null,
    accountOpened: account !== null,
    accountOnHold: held !== null,
    account: (account ?? held)?.account ?? null,
    serviceUnreachable:
      hasTrouble || (stage !== 'ready' && inquiry.nextReadAt !== null && (await isPaused())),
    openedAt: inquiry.createdAt.toISOString(),
    updatedAt: latest(inquiry.createdAt, inquiry.heardAt, inquiry.readAt).toISOString(),
  }
}

/**
 * The customer came back from the hosted flow. That proves nothing, so it only makes a read due.
 * @returns our own id of the inquiry, to be read now. Null if there is nothing to learn or the customer reports too often.
 *   Also null if their network reports too often, but then a read falls due within minutes
 */
export async function applicantReturned(
  applicant: Applicant,
  network: string,
): Promise<string | null> {
  const inquiry = await newestAttempt(applicant)
  if (inquiry?.openState !== 'OPEN') return null
  if (isDecision(inquiry.status) && !awaitsRead(inquiry)) return null
  if (!(await mayReportReturn(applicant))) return null
  if (!(await mayReadAtOnce(network))) {
    // Others may share the address, so this customer's read is scheduled, but within minutes rather than hours. A read that
    // is in flight schedules the next one by the number of attempts, so that stays low enough too.
    await db().$executeRaw`
      UPDATE "Inquiry" SET
        "nextReadAt" =
          least("nextReadAt", clock_timestamp() + ${LONGEST_AWAITED_DELAY_MS}::float8 * interval '1 millisecond'),
        "readAttempts" = least("readAttempts", ${MAX_ASKED_READS - 1})
      WHERE "id" = ${inquiry.id}::uuid AND "applicantHash" = ${applicant.hash}`
    return null
  }
  await db().$executeRaw`
    UPDATE "Inquiry" SET "nextReadAt" = clock_timestamp(), "urgent" = true, "readAttempts" = 0
    WHERE "id" = ${inquiry.id}::uuid AND "applicantHash" = ${applicant.hash}`
  return inquiry.id
}

/**
 * An applicant has one account, whichever attempt opened it.
 * @returns null before `openAccount` has succeeded, and again once that attempt's approval is reversed or in doubt
 */
export async function getApplicantAccount(
  applicant: Applicant,
  now = new Date(),
): Promise<ApplicantAccount | null> {
  const opening = { select: { account: true, openedAt: true } }
  const inquiry = await db().inquiry.findFirst({
    where: {
      applicantHash: applicant.hash,
      grantedAt: { not: null },
      accountOpening: { openedAt: { not: null } },
    },
    select: { ...STAGE_COLUMNS, product: true, accountOpening: opening },
  })
  const { account = null, openedAt = null } = inquiry?.accountOpening ?? {}
  if (!inquiry || openedAt === null || applicantStage(inquiry, now) !== 'approved') return null
  return { account, product: inquiry.product, openedAt: openedAt.toISOString() }
}

/** The account that one of the applicant's attempts opened before its approval was withdrawn. */
const findHeldAccount = (applicant: Applicant) =>
  db().accountOpening.findFirst({
    where: {
      openedAt: { not: null },
      inquiry: { applicantHash: applicant.hash, grantedAt: null },
    },
    orderBy: { openedAt: 'desc' },
    select: { account: true },
  })

const latest = (...times: (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

const ATTEMPT = {
  ...STAGE_COLUMNS,
  id: true,
  inquiryId: true,
  product: true,
  openError: true,
  createdAt: true,
} as const

/** An expired attempt may be approved after the applicant has started another. At most one attempt has a grant. */
const grantedAttempt = (applicant: Applicant) =>
  db().inquiry.findFirst({
    where: { applicantHash: applicant.hash, grantedAt: { not: null } },
    select: ATTEMPT,
  })

async function newestAttempt(applicant: Applicant) {
  return (
    (await db().inquiry.findUnique({
      where: { activeApplicantHash: applicant.hash },
      select: ATTEMPT,
    })) ??
    (await db().inquiry.findFirst({
      where: { applicantHash: applicant.hash },
      orderBy: { id: 'desc' },
      select: ATTEMPT,
    }))
  )
}
