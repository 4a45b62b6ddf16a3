/** An applicant's attempts: each application is an attempt, and the newest one is active. */
import 'server-only'
import type { Applicant } from '../applicant'
import { db, NOW_AS_STORED } from '../database/db'
import { Prisma } from '../prisma-client/client'
import { hasNoNextCall, SCHEDULE_COLUMNS } from './queue'
import { ARE_CALLS_PAUSED } from './service-gate'
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
  accountAskedAt: true,
  accountOpenedAt: true,
  account: true,
  accountRefusal: true,
} as const satisfies Prisma.InquirySelect

export type Attempt = Prisma.InquiryGetPayload<{ select: typeof ATTEMPT }>

/** Null if this applicant has never applied. */
export const findActiveAttempt = ({ hash }: Applicant): Promise<Attempt | null> =>
  db().inquiry.findUnique({ where: { activeApplicantHash: hash }, select: ATTEMPT })

const COLUMNS = Prisma.raw(
  Object.keys(ATTEMPT)
    .map((column) => `"${column}"`)
    .join(),
)

interface ListedAttempt extends Attempt {
  /** Whether it is the applicant's newest. */
  isActive: boolean
  /** The database's time. */
  now: Date
  /** Whether all calls to the service are paused. */
  isPaused: boolean
}

/**
 * The active attempt, and those for which an account was granted or requested, the latest request first. It is one statement, because
 * the page of each waiting customer repeats it.
 */
export const listAttempts = ({ hash }: Applicant): Promise<ListedAttempt[]> => db().$queryRaw`
  SELECT ${COLUMNS}, "activeApplicantHash" IS NOT NULL AS "isActive", ${NOW_AS_STORED} AS "now", ${ARE_CALLS_PAUSED} AS "isPaused"
  FROM "Inquiry" WHERE "applicantHash" = ${hash}
    AND ("activeApplicantHash" IS NOT NULL OR "grantedAt" IS NOT NULL OR "accountAskedAt" IS NOT NULL)
  ORDER BY "accountAskedAt" DESC NULLS LAST`

/** @param now by the database's clock, so that all instances agree */
export const stageOf = (attempt: Attempt, now: Date): ApplicantStage =>
  applicantStage({ ...attempt, hasNoNextCall: hasNoNextCall(attempt) }, now)
