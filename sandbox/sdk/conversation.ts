// The SDK's side of the talk with one flow window, whether framed or in a popup.

import { parseFlowMessage, sendTo } from './messages.ts'
import type { VerificationError, VerificationStepEvent } from './v1.d.ts'

/** An open modal or popup. Its callbacks come at most once each, and none after `close`. */
export interface FlowSurface {
  close(): void
}

/** What the flow begins with. */
export interface FlowStart {
  inquiryId: string
  language?: string | undefined
}

/** What a surface reports to the SDK. */
export interface FlowSurfaceEvents {
  ready(): void
  step(event: VerificationStepEvent): void
  complete(): void
  cancel(): void
  error(error: VerificationError): void
}

/** After that long without a word the flow is taken as unable to load: a frame that is refused fires no event. */
const HELLO_TIMEOUT_MS = 10_000

export interface Conversation {
  /** Asks the flow to confirm that the customer wants to leave; false when nobody is there to ask. */
  askToLeave(): boolean
  end(): void
}

/** @param flowWindow the window that was opened for the flow; read anew, as a frame has none before it is on the page. */
export function converse(
  serviceOrigin: string,
  flowWindow: () => Window | null,
  start: FlowStart,
  events: FlowSurfaceEvents,
): Conversation {
  let greeted = false
  const timer = setTimeout(() => {
    events.error({ code: 'LOAD_FAILED', message: 'The hosted flow did not load' })
  }, HELLO_TIMEOUT_MS)

  const hear = (event: MessageEvent<unknown>) => {
    const target = flowWindow()
    if (event.origin !== serviceOrigin || target === null || event.source !== target) return
    const message = parseFlowMessage(event.data)
    switch (message?.type) {
      case 'hello':
        greeted = true
        clearTimeout(timer)
        sendTo(target, serviceOrigin, { type: 'start', ...start })
        return
      case 'ready':
        return events.ready()
      case 'step':
        return events.step({ step: message.step, position: message.position, total: message.total })
      case 'complete':
        return events.complete()
      case 'cancel':
        return events.cancel()
      case 'error':
        return events.error({ code: message.code, message: message.message })
    }
  }
  addEventListener('message', hear)

  return {
    askToLeave() {
      const target = flowWindow()
      if (!greeted || !target) return false
      sendTo(target, serviceOrigin, { type: 'leave' })
      return true
    },
    end() {
      clearTimeout(timer)
      removeEventListener('message', hear)
    },
  }
}

/** The flow's address. The fragment tells it whom to answer; it is no secret, and is sent to no server. */
export function flowUrl(serviceOrigin: string): string {
  return `${serviceOrigin}/flow#${new URLSearchParams({ host: location.origin })}`
}
