/**
 * The verification service's web SDK, version 1, served at `/sdk/v1.js`. It starts the hosted flow for one inquiry.
 * No callback carries a decision: the merchant's backend gets that from a webhook or the status endpoint.
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
  /** This service requires `mode: 'redirect'`. */
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
  /** `modal` by default. */
  mode?: VerificationMode | undefined
  /** The page's language, such as `de-AT`. The flow uses it if it can, otherwise the browser's. */
  language?: string | undefined
  /** Where `redirect` returns to (http or https), with nothing added; by default the page that opened it. */
  returnUrl?: string | undefined
  /** Where `redirect` returns to if the customer leaves before the end; `returnUrl` by default. */
  cancelUrl?: string | undefined
  /** The flow is on screen. In `redirect`, which leaves the page, neither this nor the callbacks below are called. */
  onReady?: (() => void) | undefined
  onStep?: ((event: VerificationStepEvent) => void) | undefined
  /** The customer submitted, and the flow has closed, by itself after two seconds. Ask your backend for the outcome. */
  onComplete?: ((event: { inquiryId: string }) => void) | undefined
  /** The customer left before the end; the same inquiryId resumes where they stopped. */
  onCancel?: (() => void) | undefined
  onError?: ((error: VerificationError) => void) | undefined
}

export declare class VerificationSdk {
  constructor(options: VerificationOptions)
  /** Starts or resumes the flow; does nothing while it is open. In mode `popup`, call it from a click. */
  open(): void
  /** Closes without a callback. The flow can be opened again. */
  close(): void
  /** Closes for good and removes everything the SDK added to the page. */
  destroy(): void
}

declare global {
  interface Window {
    VerificationSdk: typeof VerificationSdk
  }
}
