// The SDK's side of the conversation with one flow window, in a frame or a popup.

import { parseFlowMessage, sendTo } from './messages.ts'
import type { VerificationError, VerificationStepEvent } from './v1.d.ts'

/** An open modal or popup. It reports nothing after `close`. */
export interface FlowSurface {
  close(): void
}

/** What the flow needs to start. */
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

/** Without a message for this long, the flow counts as failed to load, because a refused frame fires no event. */
const HELLO_TIMEOUT_MS = 10_000

export interface Conversation {
  /** Has the flow ask the customer whether to leave; false if the flow hasn't loaded. */
  askToLeave(): boolean
  end(): void
}

/** @param flowWindow returns the flow's window. A function, because a frame has no window until it is on the page. */
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

/** The flow's URL. The fragment tells it which origin to answer. It isn't secret, and browsers don't send it to a server. */
export function flowUrl(serviceOrigin: string): string {
  return `${serviceOrigin}/flow#${new URLSearchParams({ host: location.origin })}`
}
