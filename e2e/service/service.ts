// What the stories do at the verification service directly, without the app: decide in its portal, and use its hosted flow as a customer.
import type { FrameLocator, Page } from '@playwright/test'

/** A result of the check. The customer chooses it in the sandbox, or causes it with prepared documents. */
export type Outcome = 'APPROVED' | 'NEEDS_REVIEW' | 'FAILED' | 'DECLINED'

/** The hosted flow as the customer uses it (F1). */
export interface HostedFlow {
  /** Where its elements are: the frame, or the whole page. */
  readonly screen: FrameLocator | Page
  /** Completes consent and personal information. The next screen appears once the service has saved them. */
  begin(): Promise<void>
  /** Adds documents and a selfie, and submits them, so that this outcome follows. Without one, the service decides. */
  finish(outcome?: Outcome): Promise<void>
  complete(outcome: Outcome): Promise<void>
  /** Declines consent on the first screen, which ends the flow. */
  decline(): Promise<void>
  /** Leaves the flow before its end. */
  leave(): Promise<void>
  /** Waits for the flow's first screen. */
  waitUntilOpen(): Promise<void>
  /** Waits for the screen that follows `begin`. */
  waitUntilResumed(): Promise<void>
}

export interface Service {
  /** The merchant's reference of an inquiry. */
  referenceId(inquiryId: string): Promise<string>
  /** Completes the rest of the flow for the customer, without a browser. Any outcome is possible (N5). */
  complete(inquiryId: string, outcome: string, person?: object): Promise<void>
  /** Makes a portal decision (P4), which can overturn an earlier one. */
  decide(inquiryId: string, status: string, note: string): Promise<void>
  /** Makes the hosted flow expire (O6). */
  expire(inquiryId: string): Promise<void>
  /** Answers reads of this inquiry's status with 503. @returns a function that ends the outage */
  breakStatus(referenceId: string): Promise<() => Promise<void>>
  /** The last calls and deliveries, as the service recorded them. */
  recentCalls(last: number): Promise<unknown>
  /** The flow in the frame that the SDK opened. */
  flowIn(page: Page): HostedFlow
  /** The flow on a page of its own. */
  flowOn(page: Page): HostedFlow
  /** URL patterns, for stories in which a browser blocks them: the SDK's script, the flow's page, and the data that the flow's page fetches. */
  urls(): { sdk: string; flow: string; flowData: string }
}
