// The messages between the web SDK and the hosted flow (postMessage). The SDK sends only to the service's origin, and the flow
// only to the origin that opened it. Both check the origin and source of incoming messages. SDK and flow come from the same
// deployment, so their messages need no further validation.

import type { VerificationErrorCode, VerificationStepEvent } from './v1.d.ts'

/** Distinguishes our messages from those of browser extensions and other frames. */
const CHANNEL = 'verification-flow/1'

/** From the flow to its opener. `hello` asks for the inquiry; `ready` means that the flow is on screen. */
export type FlowMessage =
  | { type: 'hello' | 'ready' | 'complete' | 'cancel' }
  | ({ type: 'step' } & VerificationStepEvent)
  | { type: 'error'; code: VerificationErrorCode; message: string }

/** The data that the flow needs to start. */
export interface FlowStart {
  inquiryId: string
  /** The language of the merchant's page; empty if unknown. */
  language: string
}

/** From the opener to the flow. `leave` makes the flow ask before it cancels, as its own button does. */
export type HostMessage = ({ type: 'start' } & FlowStart) | { type: 'leave' }

export function sendTo(
  target: { postMessage(message: unknown, targetOrigin: string): void },
  origin: string,
  message: FlowMessage | HostMessage,
): void {
  target.postMessage({ channel: CHANNEL, ...message }, origin)
}

const FLOW_TYPES: readonly unknown[] = ['hello', 'ready', 'complete', 'cancel', 'step', 'error']
const HOST_TYPES: readonly unknown[] = ['start', 'leave']

export const isFlowMessage = (data: unknown): data is FlowMessage => isOurs(data, FLOW_TYPES)
export const isHostMessage = (data: unknown): data is HostMessage => isOurs(data, HOST_TYPES)

function isOurs(data: unknown, types: readonly unknown[]): boolean {
  if (typeof data !== 'object' || data === null) return false
  return (
    'channel' in data && data.channel === CHANNEL && 'type' in data && types.includes(data.type)
  )
}
