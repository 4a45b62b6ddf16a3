// Who opened the flow: the merchant's page, around the frame, behind the popup or redirecting to it, or the customer's phone
// with a link. The flow talks only to the origin in its fragment, and listens only to the window that opened it.

import type { FlowStart } from '../../sdk/conversation.ts'
import { type FlowMessage, parseHostMessage, sendTo } from '../../sdk/messages.ts'
import { redeemPhoneLink } from './flow-client.ts'

/** How long the opener may take to send the inquiry. */
const START_TIMEOUT_MS = 10_000
const REDIRECT_KEY = 'verification-redirect'

export interface Host {
  /** Whether there is a page to return to. Without one, the flow asks the customer to close the window. */
  canReturn: boolean
  framed: boolean
  /** Whether this is the phone that continues for another device. */
  isPhone: boolean
  /** Null if the opener doesn't send it. */
  start: Promise<FlowStart | null>
  tell(message: FlowMessage): void
  /** Calls the listener when the opener asks to leave, because Escape was pressed outside the frame. */
  onLeaveRequest(listener: () => void): void
  /** Returns the customer to the merchant. */
  leave(how: 'complete' | 'cancel'): void
}

export function findHost(): Host {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const redirect = readRedirect()
  if (redirect) return redirectHost(redirect)
  const token = fragment.get('phone')
  if (token !== null && window.parent === window) return phoneHost(token)
  const openerWindow = window.parent === window ? window.opener : window.parent
  const origin = fragment.get('host')
  if (openerWindow && origin !== null && isOrigin(origin)) return messageHost(openerWindow, origin)
  return { ...NOBODY }
}

const NOBODY: Host = {
  canReturn: false,
  framed: false,
  isPhone: false,
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
    isPhone: false,
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
  isPhone: boolean
}

function redirectHost({ inquiryId, returnUrl, cancelUrl, isPhone }: Redirect): Host {
  return {
    ...NOBODY,
    isPhone,
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

/** The link's token is exchanged for the inquiryId, which this tab keeps as if it came from a redirect that returns nowhere. */
function phoneHost(token: string): Host {
  const kept = { returnUrl: null, cancelUrl: null, isPhone: true }
  const redeem = async () => {
    const inquiryId = await redeemPhoneLink(token)
    if (inquiryId === null) return null
    sessionStorage.setItem(REDIRECT_KEY, JSON.stringify({ ...kept, inquiryId }))
    history.replaceState(null, '', '/flow')
    return { inquiryId }
  }
  return { ...redirectHost({ ...kept, inquiryId: '' }), start: redeem() }
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
  return {
    inquiryId: value.inquiryId,
    returnUrl: url('returnUrl'),
    cancelUrl: url('cancelUrl'),
    isPhone: 'isPhone' in value && value.isPhone === true,
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
