// The SDK's side of the conversation with one flow window, in a frame or a popup.

import { type FlowMessage, type FlowStart, parseFlowMessage, sendTo } from './messages.ts'

/** An open modal or popup. It reports nothing after `close`. */
export interface FlowSurface {
  close(): void
}

/** Hears what the flow says, and as if the flow said it, that its window was closed or failed to load. */
export type Listener = (message: FlowMessage) => void

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
  listener: Listener,
): Conversation {
  let greeted = false
  const timer = setTimeout(() => {
    listener({ type: 'error', code: 'LOAD_FAILED', message: 'The hosted flow did not load' })
  }, HELLO_TIMEOUT_MS)

  const hear = (event: MessageEvent<unknown>) => {
    const target = flowWindow()
    if (event.origin !== serviceOrigin || target === null || event.source !== target) return
    const message = parseFlowMessage(event.data)
    if (!message) return
    if (message.type === 'hello') {
      greeted = true
      clearTimeout(timer)
      sendTo(target, serviceOrigin, { type: 'start', ...start })
    }
    listener(message)
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
