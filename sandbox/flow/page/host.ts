// The merchant's page that opened the flow: around the frame, behind the popup, or redirecting to it. The flow talks only to
// the origin in its fragment, and listens only to the window that opened it.

import type { FlowStart } from '../../sdk/conversation.ts'
import { type FlowMessage, parseHostMessage, sendTo } from '../../sdk/messages.ts'

/** How long the opener may take to send the inquiry. */
const START_TIMEOUT_MS = 10_000
const REDIRECT_KEY = 'verification-redirect'

export interface Host {
  /** Whether there is a page to return to. Without one, the flow asks the customer to close the window. */
  canReturn: boolean
  framed: boolean
  /** Null if the opener doesn't send it. */
  start: Promise<FlowStart | null>
  tell(message: FlowMessage): void
  /** Calls the listener when the opener asks to leave, because Escape was pressed outside the frame. */
  onLeaveRequest(listener: () => void): void
  /** Returns the customer to the merchant. */
  leave(how: 'complete' | 'cancel'): void
}

export function findHost(): Host {
  const redirect = readRedirect()
  if (redirect) return redirectHost(redirect)
  const openerWindow = window.parent === window ? window.opener : window.parent
  const origin = new URLSearchParams(location.hash.slice(1)).get('host')
  if (openerWindow && origin !== null && isOrigin(origin)) return messageHost(openerWindow, origin)
  return { ...NOBODY }
}

const NOBODY: Host = {
  canReturn: false,
  framed: false,
  start: Promise.resolve(null),
  tell: () => undefined,
  onLeaveRequest: () => undefined,
  leave: () => undefined,
}

function messageHost(openerWindow: Window, origin: string): Host {
  let onLeave: (() => void) | null = null
  const start = new Promise<FlowStart | null>((resolve) => {
    setTimeout(() => resolve(null), START_TIMEOUT_MS)
    addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== openerWindow) return
      const message = parseHostMessage(event.data)
      if (message?.type === 'start') resolve(message)
      if (message?.type === 'leave') onLeave?.()
    })
  })
  const tell = (message: FlowMessage) => sendTo(openerWindow, origin, message)
  tell({ type: 'hello' })
  return {
    canReturn: true,
    framed: window.parent !== window,
    start,
    tell,
    onLeaveRequest(listener) {
      onLeave = listener
    },
    leave: (how) => tell({ type: how }),
  }
}

interface Redirect {
  inquiryId: string
  returnUrl: string | null
  cancelUrl: string | null
}

function redirectHost({ inquiryId, returnUrl, cancelUrl }: Redirect): Host {
  return {
    ...NOBODY,
    canReturn: returnUrl !== null,
    // The server has already rendered the page in the redirect's language.
    start: Promise.resolve({ inquiryId }),
    leave(how) {
      sessionStorage.removeItem(REDIRECT_KEY)
      const url = how === 'cancel' ? (cancelUrl ?? returnUrl) : returnUrl
      if (url !== null) location.replace(url)
    },
  }
}

/** The data of the form post, kept for this tab so that a reload resumes the flow. */
function readRedirect(): Redirect | null {
  if (window.parent !== window) return null
  const posted = document.getElementById('redirect-start')?.textContent
  if (posted) {
    sessionStorage.setItem(REDIRECT_KEY, posted)
    history.replaceState(null, '', '/flow')
  }
  const text = posted ?? (location.hash ? null : sessionStorage.getItem(REDIRECT_KEY))
  return text ? parseRedirect(JSON.parse(text)) : null
}

function parseRedirect(value: unknown): Redirect | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('inquiryId' in value) || typeof value.inquiryId !== 'string') return null
  const url = (name: 'returnUrl' | 'cancelUrl') => {
    const given: unknown = Reflect.get(value, name)
    return typeof given === 'string' ? given : null
  }
  return { inquiryId: value.inquiryId, returnUrl: url('returnUrl'), cancelUrl: url('cancelUrl') }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
