// The messages between the web SDK and the hosted flow (postMessage). The SDK sends only to the service's origin, the flow
// only to the origin that opened it, and each checks the origin and source of what it receives. The guards are handwritten,
// because a schema library would be most of the SDK's size.

import type { VerificationErrorCode, VerificationStepEvent } from './v1.d.ts'

/** Distinguishes our messages from those of browser extensions and other frames. */
const CHANNEL = 'verification-flow/1'

/** From the flow to the page that opened it. `hello` asks for the inquiry, `ready` means that the flow is on screen. */
export type FlowMessage =
  | { type: 'hello' | 'ready' | 'complete' | 'cancel' }
  | ({ type: 'step' } & VerificationStepEvent)
  | { type: 'error'; code: VerificationErrorCode; message: string }

/** What the flow needs to start. */
export interface FlowStart {
  inquiryId: string
  /** The merchant's page's; empty if it doesn't say. */
  language: string
}

/** From the page to the flow. `leave` has the flow confirm a cancel, as its own button does. */
export type HostMessage = ({ type: 'start' } & FlowStart) | { type: 'leave' }

type Fields = Readonly<Record<string, unknown>>

export function sendTo(
  target: { postMessage(message: unknown, targetOrigin: string): void },
  origin: string,
  message: FlowMessage | HostMessage,
): void {
  target.postMessage({ channel: CHANNEL, ...message }, origin)
}

/** The flow's message, or null for anything else. */
export function parseFlowMessage(data: unknown): FlowMessage | null {
  if (!isOurs(data)) return null
  switch (data.type) {
    case 'hello':
    case 'ready':
    case 'complete':
    case 'cancel':
      return { type: data.type }
    case 'step':
      return isStep(data)
        ? { type: 'step', step: data.step, position: data.position, total: data.total }
        : null
    case 'error':
      return isError(data) ? { type: 'error', code: data.code, message: data.message } : null
    default:
      return null
  }
}

/** The page's message, or null for anything else. */
export function parseHostMessage(data: unknown): HostMessage | null {
  if (!isOurs(data)) return null
  if (data.type === 'leave') return { type: 'leave' }
  const { inquiryId, language } = data
  if (data.type !== 'start' || typeof inquiryId !== 'string' || typeof language !== 'string')
    return null
  return { type: 'start', inquiryId, language }
}

function isOurs(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && 'channel' in data && data.channel === CHANNEL
}

// Both ends come from the same deployment of the service, so a well-formed message contains only known names.
function isStep(data: Fields): data is Fields & VerificationStepEvent {
  return (
    typeof data.step === 'string' &&
    typeof data.position === 'number' &&
    typeof data.total === 'number'
  )
}

function isError(data: Fields): data is Fields & { code: VerificationErrorCode; message: string } {
  return typeof data.code === 'string' && typeof data.message === 'string'
}
