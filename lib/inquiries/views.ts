/**
 * The plain shapes that screens show. No database row leaves `lib/inquiries`; dates are ISO-8601 strings,
 * so a server component, a route handler and SWR all carry the same thing.
 */
import type { ApplicantStage } from './status'

/** The account page. */
export interface ApplicantAccount {
  /** The number that `openAccount` returned. */
  account: string | null
  product: string
  openedAt: string
}

/** `GET /api/inquiries/current`, and the verify page. `no-store`. */
export interface ApplicantInquiryView {
  stage: ApplicantStage
  product: string
  /** Present only while the customer can take the hosted flow (stage `ready`). A bearer token: never put it in a URL. */
  inquiryId: string | null
  /** When the hosted flow closes. */
  expiresAt: string | null
  /** `openAccount` has succeeded for a confirmed approval that hasn't been withdrawn. */
  accountOpened: boolean
  /** The account was opened, and then its approval was withdrawn. */
  accountOnHold: boolean
  /** The number that `openAccount` returned; null unless the account is open or on hold. */
  account: string | null
  /** The service hasn't responded recently, so the stage may be out of date. */
  serviceUnreachable: boolean
  openedAt: string
  updatedAt: string
}
