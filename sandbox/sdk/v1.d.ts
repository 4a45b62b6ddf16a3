/**
 * The verification service's web SDK, version 1, served at `/sdk/v1.js`. It starts the hosted flow for one inquiry.
 * Nothing that it calls back is a decision: a merchant's backend learns that by webhook or from the status endpoint.
 */

export type VerificationMode = 'modal' | 'redirect' | 'popup'

export type VerificationStep =
  | 'CONSENT'
  | 'PERSONAL_INFO'
  | 'PASSPORT_SCAN'
  | 'FACE_MATCH'
  | 'SIGNATURE'
  | 'REVIEW'
  | 'DONE'

export interface VerificationStepEvent {
  /** New steps may be added: treat an unknown one as progress. */
  step: VerificationStep
  /** Position of the step, from 1. */
  position: number
  total: number
}

export type VerificationErrorCode =
  /** The flow did not load within 10 seconds. */
  | 'LOAD_FAILED'
  /** The browser blocked the popup: open it from a click, or use another mode. */
  | 'POPUP_BLOCKED'
  /** This service wants `mode: 'redirect'`. */
  | 'REDIRECT_REQUIRED'
  | 'UNKNOWN_INQUIRY'
  | 'EXPIRED'
  | 'ALREADY_COMPLETED'
  | 'SERVICE_UNAVAILABLE'

export interface VerificationError {
  code: VerificationErrorCode
  /** For a developer; the flow shows the customer its own words. */
  message: string
}

export interface VerificationOptions {
  /** Starts the flow, like a bearer token: keep it out of URLs, logs and analytics. */
  inquiryId: string
  /** `modal` unless told. */
  mode?: VerificationMode | undefined
  /** The page's language, such as `de-AT`. The flow follows it if it can, else the browser. */
  language?: string | undefined
  /** Where `redirect` comes back to (http or https); the page that opened it unless told. Nothing is added to it. */
  returnUrl?: string | undefined
  /** Where `redirect` comes back to when the customer left before the end; `returnUrl` unless told. */
  cancelUrl?: string | undefined
  /** The flow is on screen. Never called in `redirect`, which leaves the page; nor are those below. */
  onReady?: (() => void) | undefined
  onStep?: ((event: VerificationStepEvent) => void) | undefined
  /** The customer handed in and closed the flow. Ask your backend for the outcome. */
  onComplete?: ((event: { inquiryId: string }) => void) | undefined
  /** The customer left before the end; the same inquiryId takes up where they stopped. */
  onCancel?: (() => void) | undefined
  onError?: ((error: VerificationError) => void) | undefined
}

export declare class VerificationSdk {
  constructor(options: VerificationOptions)
  /** Starts or takes up the flow. From a click when the mode is `popup`. Does nothing while it is open. */
  open(): void
  /** Closes without a callback. It can be opened again. */
  close(): void
  /** Closes for good, and removes all that the SDK put on the page. */
  destroy(): void
}

declare global {
  interface Window {
    VerificationSdk: typeof VerificationSdk
  }
}
