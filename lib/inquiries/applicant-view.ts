/**
 * The answer of `GET /api/inquiries/current`, which is also the verify page's initial data. Dates are ISO-8601. The page imports
 * this module only when its first answer arrives, so that 16 KB of zod don't delay it.
 */
import * as z from 'zod/mini'
import '../http/schemas-without-eval'
import { APPLICANT_STAGES } from './stages'

export const applicantInquirySchema = z.object({
  stage: z.enum(APPLICANT_STAGES),
  /** Only events report this stage so far. A read may still correct it, even if it is a decision. */
  isBeingConfirmed: z.boolean(),
  product: z.string(),
  /** Our reference, or that of the attempt whose account is on hold. A customer who writes to us gives it. */
  reference: z.string(),
  /** Present only while the customer can take the hosted flow (stage `ready`). A bearer token: never put it in a URL. */
  inquiryId: z.nullable(z.string()),
  /** When the hosted flow closes. */
  expiresAt: z.nullable(z.string()),
  /** `openAccount` has succeeded for a confirmed approval that hasn't been withdrawn. */
  accountOpened: z.boolean(),
  /** The account was opened, and its approval doesn't stand any more. */
  accountOnHold: z.boolean(),
  /** The number that `openAccount` returned; null unless the account is open or on hold. */
  account: z.nullable(z.string()),
  /** The service hasn't responded recently, so the stage may be out of date. */
  serviceUnreachable: z.boolean(),
})
export type ApplicantInquiryView = z.infer<typeof applicantInquirySchema>
