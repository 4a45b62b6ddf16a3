/**
 * The verification service's web SDK, version 1, served at `/sdk/v1.js`. It starts the hosted flow for one inquiry.
 * No callback carries a decision: the merchant's backend gets it from a webhook or the status endpoint.
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
  /** More steps may be added later: treat an unknown step as progress. */
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
  /** This service requires `mode: 'redirect'`. */
  | 'REDIRECT_REQUIRED'
  | 'UNKNOWN_INQUIRY'
  | 'EXPIRED'
  | 'ALREADY_COMPLETED'
  | 'SERVICE_UNAVAILABLE'

export interface VerificationError {
  code: VerificationErrorCode
  /** For developers. The customer reads a different message, in the flow. */
  message: string
}

export interface VerificationOptions {
  /** It starts the flow, like a bearer token: keep it out of URLs, logs and analytics. */
  inquiryId: string
  /** `modal` by default. */
  mode?: VerificationMode | undefined
  /** The page's language, such as `de-AT`. If the flow doesn't have it, it uses the browser's. */
  language?: string | undefined
  /** Where `redirect` returns to (http or https), with nothing added. By default the page that opened the flow. */
  returnUrl?: string | undefined
  /** Where `redirect` returns to if the customer leaves early. By default `returnUrl`. */
  cancelUrl?: string | undefined
  /** The flow is on screen. Since `redirect` leaves the page, that mode calls neither this nor the callbacks below. */
  onReady?: (() => void) | undefined
  onStep?: ((event: VerificationStepEvent) => void) | undefined
  /** The customer has submitted and closed the flow. Ask your backend for the outcome. */
  onComplete?: ((event: { inquiryId: string }) => void) | undefined
  /** The customer left early. The same inquiryId resumes the flow where they stopped. */
  onCancel?: (() => void) | undefined
  onError?: ((error: VerificationError) => void) | undefined
}

export declare class VerificationSdk {
  constructor(options: VerificationOptions)
  /** Starts or resumes the flow. Does nothing while it is open. In mode `popup`, call it from a click. */
  open(): void
  /** Closes without a callback. The flow can be opened again. */
  close(): void
  /** Closes permanently, and removes everything that the SDK added to the page. */
  destroy(): void
}

declare global {
  interface Window {
    VerificationSdk: typeof VerificationSdk
  }
}
