// The flow in its own window. A closed popup fires no event, so the SDK polls.

import { converse, type FlowSurface, flowUrl, type Listener } from './conversation.ts'
import type { FlowStart } from './messages.ts'

const CLOSED_CHECK_MS = 400
const WIDTH = 560
const HEIGHT = 800

export function openPopup(
  serviceOrigin: string,
  start: FlowStart,
  listener: Listener,
): FlowSurface | null {
  const left = screenX + (outerWidth - WIDTH) / 2
  const top = screenY + (outerHeight - HEIGHT) / 2
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  const popup = window.open(flowUrl(serviceOrigin), '', features)
  if (!popup) {
    listener({ type: 'error', code: 'POPUP_BLOCKED', message: 'The browser blocked the popup' })
    return null
  }
  const conversation = converse(serviceOrigin, () => popup, start, listener)
  const watch = setInterval(() => {
    if (popup.closed) listener({ type: 'cancel' })
  }, CLOSED_CHECK_MS)
  return {
    close() {
      clearInterval(watch)
      conversation.end()
      popup.close()
    },
  }
}
