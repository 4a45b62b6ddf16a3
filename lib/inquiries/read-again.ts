/** Reads an inquiry once more under its claim, for code that needs the person's data now. The app stores none of it. */
import 'server-only'
import { db } from '../database/db'
import type { Inquiry } from '../prisma-client/client'
import { VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { type Claim, lockClaim } from './queue'
import { pauseAfter, waitForCall } from './service-gate'
import { verificationService } from './verification-service'

/** How long to wait for the call budget. */
const PATIENCE_MS = 5_000

/**
 * Whether a response is about this inquiry. If not, the app must use none of it, because it may show another person. We open every
 * inquiry with a reference, so a response without one (N21) isn't ours either.
 */
export const isAbout = (
  inquiry: Pick<Inquiry, 'serviceInquiryId' | 'referenceId'>,
  read: ServiceInquiry,
): boolean =>
  read.inquiryId === inquiry.serviceInquiryId && read.referenceId === inquiry.referenceId

/**
 * @throws IdentityUnavailableError if the call budget is empty, the claim is void, or the answer is about another inquiry; and
 *   whatever the client throws
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
  // The answer may lag behind an event that arrived during the call.
  const isCurrent = await db().$transaction((tx) => lockClaim(claim, tx))
  if (!isCurrent || !isAbout(claim, read)) throw new IdentityUnavailableError()
  return read
}

/** The service sent no identity, or the app can't ask for it now. */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}
