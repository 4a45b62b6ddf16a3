// The flow's opener: a merchant's page (around the frame, behind the popup, or before a redirect), or another device's link.
// The flow sends messages only to the origin in its fragment, and accepts them only from the window that opened it.
import { type FlowMessage, type FlowStart, isHostMessage, sendTo } from '../../sdk/messages.ts'
import type { Redirect } from '../flow-protocol.ts'
import { createFlowClient } from './flow-client.ts'

/** How long the opener may take to send the inquiry. */
const START_TIMEOUT_MS = 10_000
const REDIRECT_KEY = 'verification-redirect'

export interface Host {
  /** True if there is a page to return to. Otherwise the flow asks the customer to close the window. */
  canReturn: boolean
  /** True in a frame or a popup of the merchant's page. */
  isEmbedded: boolean
  /** True on a phone that continues for another device. */
  isPhone: boolean
  /** Null if the opener sends no inquiry in time. */
  start: Promise<FlowStart | null>
  tell(message: FlowMessage): void
  /** Calls the listener when the opener asks to leave, because the customer pressed Escape outside the frame. */
  onLeaveRequest(listener: () => void): void
  /** Returns the customer to the merchant. */
  leave(how: 'complete' | 'cancel'): void
}

const NOBODY: Host = {
  canReturn: false,
  isEmbedded: false,
  isPhone: false,
  start: Promise.resolve(null),
  tell: () => undefined,
  onLeaveRequest: () => undefined,
  leave: () => undefined,
}

export function findHost(): Host {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const openerWindow = window.parent === window ? window.opener : window.parent
  const origin = fragment.get('host')
  if (openerWindow && origin !== null && isOrigin(origin)) return messageHost(openerWindow, origin)
  if (window.parent !== window) return NOBODY
  const token = fragment.get('phone')
  if (token !== null) return phoneHost(token)
  const redirect = readRedirect()
  return redirect ? redirectHost(redirect) : NOBODY
}

function messageHost(openerWindow: Window, origin: string): Host {
  let onLeave: (() => void) | null = null
  const start = new Promise<FlowStart | null>((resolve) => {
    setTimeout(() => resolve(null), START_TIMEOUT_MS)
    addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== openerWindow) return
      const message = event.data
      if (!isHostMessage(message)) return
      if (message.type === 'start') resolve(message)
      else onLeave?.()
    })
  })
  const tell = (message: FlowMessage) => sendTo(openerWindow, origin, message)
  tell({ type: 'hello' })
  return {
    canReturn: true,
    isEmbedded: true,
    isPhone: false,
    start,
    tell,
    onLeaveRequest(listener) {
      onLeave = listener
    },
    leave: (how) => tell({ type: how }),
  }
}

function redirectHost(redirect: Redirect): Host {
  const { returnUrl, cancelUrl, isPhone } = redirect
  return {
    ...NOBODY,
    isPhone,
    canReturn: returnUrl !== null,
    start: Promise.resolve(redirect),
    leave(how) {
      inStorage((storage) => storage.removeItem(REDIRECT_KEY))
      const url = how === 'cancel' ? (cancelUrl ?? returnUrl) : returnUrl
      if (url !== null) location.replace(url)
    },
  }
}

/** Exchanges the link's token for the inquiryId. The tab stores it as after a redirect, but without a return URL. */
function phoneHost(token: string): Host {
  const nowhere = { inquiryId: '', returnUrl: null, cancelUrl: null, language: '', isPhone: true }
  const redeem = async () => {
    const answer = await createFlowClient('').redeemPhoneLink(token)
    if (!answer.ok) return null
    const redirect = { ...nowhere, ...answer.value } satisfies Redirect
    keepRedirect(JSON.stringify(redirect))
    return redirect
  }
  return { ...redirectHost(nowhere), start: redeem() }
}

/** Reads the form post's data, which this tab keeps, so that a reload resumes the flow. */
function readRedirect(): Redirect | null {
  const posted = document.getElementById('redirect-start')?.textContent
  if (posted) keepRedirect(posted)
  const text = posted ?? inStorage((storage) => storage.getItem(REDIRECT_KEY))
  return text ? JSON.parse(text) : null
}

function keepRedirect(text: string): void {
  inStorage((storage) => storage.setItem(REDIRECT_KEY, text))
  history.replaceState(null, '', '/flow')
}

/** If a browser blocks storage, even reading the property throws. The flow then works, but a reload can't resume it. */
function inStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

/** iOS 16 has no `URL.canParse`. */
function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text
  } catch {
    return false
  }
}
