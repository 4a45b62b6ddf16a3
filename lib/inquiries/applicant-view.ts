/**
 * What `GET /api/inquiries/current` answers, and the verify page begins with. Dates are ISO-8601. The page imports it when the
 * first answer arrives, so that it is usable before its schema and the 16 KB of zod that it needs have loaded.
 */
import * as z from 'zod/mini'
import '../http/schemas-without-eval'
import { APPLICANT_STAGES } from './stages'

export const applicantInquirySchema = z.object({
  stage: z.enum(APPLICANT_STAGES),
  /** Events report this stage and no read has confirmed it, so even a decision can still change. */
  isBeingConfirmed: z.boolean(),
  product: z.string(),
  /** Present only while the customer can take the hosted flow (stage `ready`). A bearer token: never put it in a URL. */
  inquiryId: z.nullable(z.string()),
  /** When the hosted flow closes. */
  expiresAt: z.nullable(z.string()),
  /** `openAccount` has succeeded for a confirmed approval that hasn't been withdrawn. */
  accountOpened: z.boolean(),
  /** The account was opened, and then its approval was withdrawn. */
  accountOnHold: z.boolean(),
  /** The number that `openAccount` returned; null unless the account is open or on hold. */
  account: z.nullable(z.string()),
  /** The service hasn't responded recently, so the stage may be out of date. */
  serviceUnreachable: z.boolean(),
})
export type ApplicantInquiryView = z.infer<typeof applicantInquirySchema>
