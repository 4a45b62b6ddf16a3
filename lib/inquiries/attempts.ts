/** An applicant's attempts: each application is an attempt, and the newest one is active. */
import 'server-only'
import type { Applicant } from '../applicant'
import { db } from '../database/db'
import type { Prisma } from '../prisma-client/client'
import { isGivenUp, SCHEDULE_COLUMNS } from './queue'
import { type ApplicantStage, applicantStage } from './stages'

const ATTEMPT = {
  ...SCHEDULE_COLUMNS,
  id: true,
  referenceId: true,
  serviceInquiryId: true,
  product: true,
  openState: true,
  status: true,
  reportedStatus: true,
  reportsDisagree: true,
  expiresAt: true,
  lastError: true,
  grantedAt: true,
  accountOpenedAt: true,
  account: true,
  accountRefusal: true,
} as const satisfies Prisma.InquirySelect

export type Attempt = Prisma.InquiryGetPayload<{ select: typeof ATTEMPT }>

/** Null if this applicant has never applied. */
export const findActiveAttempt = ({ hash }: Applicant): Promise<Attempt | null> =>
  db().inquiry.findUnique({ where: { activeApplicantHash: hash }, select: ATTEMPT })

/** The attempt with the grant need not be the active one: an expired attempt may be approved after the applicant starts another. */
export const findGrantedAttempt = ({ hash }: Applicant): Promise<Attempt | null> =>
  db().inquiry.findFirst({
    where: { applicantHash: hash, grantedAt: { not: null } },
    select: ATTEMPT,
  })

/** @param now by the database's clock, so that all instances agree */
export const stageOf = (attempt: Attempt, now: Date): ApplicantStage =>
  applicantStage({ ...attempt, isGivenUp: isGivenUp(attempt) }, now)
