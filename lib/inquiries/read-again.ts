/** One more read under a claim, for code that needs the person's data at that moment. Nothing of it is stored. */
import 'server-only'
import { db } from '../database/db'
import type { Inquiry } from '../prisma-client/client'
import { VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { type Claim, lockClaim } from './queue'
import { pauseAfter, waitForCall } from './service-gate'
import { verificationService } from './verification-service'

/** How long it waits for a call while others use the budget. */
const PATIENCE_MS = 5_000

/**
 * Whether a response is about this inquiry. If it isn't, none of it may be used, whichever side mixed them up. All our inquiries are
 * opened with a reference, so one that reads without (N21) isn't ours either.
 */
export const isAbout = (
  inquiry: Pick<Inquiry, 'serviceInquiryId' | 'referenceId'>,
  read: ServiceInquiry,
): boolean =>
  read.inquiryId === inquiry.serviceInquiryId && read.referenceId === inquiry.referenceId

/**
 * @throws IdentityUnavailableError if no call is free, if an event or another claim has come since, or if the answer is about another
 *   inquiry; else what the client throws
 */
export async function readAgain(claim: Claim): Promise<ServiceInquiry> {
  const { serviceInquiryId, correlationId } = claim
  if (serviceInquiryId === null || !(await waitForCall(PATIENCE_MS)))
    throw new IdentityUnavailableError()
  const read = await verificationService()
    .getInquiry({ inquiryId: serviceInquiryId, correlationId })
    .catch(async (error) => {
      if (error instanceof VerificationError) await pauseAfter(error)
      throw error
    })
  // The endpoint may lag behind an event that has arrived since.
  const isCurrent = await db().$transaction((tx) => lockClaim(claim, tx))
  if (!isCurrent || !isAbout(claim, read)) throw new IdentityUnavailableError()
  return read
}

/** The service sends no identity, or can't be asked for it now. */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}
