// The web SDK (F2): opens the hosted flow for one inquiry in a modal, in a popup or by redirect. It runs on a merchant's page
// under that page's CSP, so it has no inline style or script. Its only global is VerificationSdk.

import { type FlowMessage, isFlowMessage, sendTo } from './messages.ts'
import type { VerificationOptions } from './v1.d.ts'

/** If no message comes for this long, the flow counts as not loaded, because a refused frame fires no event. */
const HELLO_TIMEOUT_MS = 10_000
const CLOSED_CHECK_MS = 400
const POPUP_WIDTH = 560
const POPUP_HEIGHT = 800

// The script's URL gives the service's origin. Read it now, because `currentScript` is null later.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('Load the verification SDK with a classic <script src> from the service')
}
const serviceOrigin = new URL(script.src).origin

class VerificationSdk {
  readonly #options: VerificationOptions
  /** Closes the modal or the popup that is open. */
  #closeFlow: (() => void) | null = null
  #destroyed = false

  constructor(options: VerificationOptions) {
    if (typeof options?.inquiryId !== 'string' || options.inquiryId === '') {
      throw new TypeError('VerificationSdk needs an inquiryId')
    }
    this.#options = { ...options }
  }

  open(): void {
    if (this.#destroyed) throw new Error('This VerificationSdk was destroyed')
    if (this.#closeFlow) return
    const { inquiryId, mode = 'modal', language = '' } = this.#options
    if (mode === 'redirect') {
      const { returnUrl = location.href, cancelUrl = returnUrl } = this.#options
      submitRedirect({ inquiryId, returnUrl, cancelUrl, language })
      return
    }
    let greeted = false
    const cancel = () => this.#hear({ type: 'cancel' })
    /** Makes the flow ask the customer whether to leave. If it hasn't loaded, cancels at once. */
    const askToLeave = () => {
      const target = surface?.flowWindow()
      if (greeted && target) sendTo(target, serviceOrigin, { type: 'leave' })
      else cancel()
    }
    const surface = mode === 'popup' ? openPopup(cancel) : openModal(language, cancel, askToLeave)
    if (!surface) {
      const message = 'The browser blocked the popup'
      this.#hear({ type: 'error', code: 'POPUP_BLOCKED', message })
      return
    }
    const timer = setTimeout(() => {
      const message = 'The hosted flow did not load'
      this.#hear({ type: 'error', code: 'LOAD_FAILED', message })
    }, HELLO_TIMEOUT_MS)
    const listen = (event: MessageEvent<unknown>) => {
      const target = surface.flowWindow()
      if (event.origin !== serviceOrigin || target === null || event.source !== target) return
      const message = event.data
      if (!isFlowMessage(message)) return
      if (message.type === 'hello') {
        greeted = true
        clearTimeout(timer)
        sendTo(target, serviceOrigin, { type: 'start', inquiryId, language })
      }
      if (message.type === 'ready' || message.type === 'error') surface.show?.()
      this.#hear(message)
    }
    addEventListener('message', listen)
    this.#closeFlow = () => {
      clearTimeout(timer)
      removeEventListener('message', listen)
      surface.remove()
    }
  }

  /** Handles the flow's messages. A closed window and a failed load arrive as messages too. */
  #hear(message: FlowMessage): void {
    const options = this.#options
    if (message.type === 'complete' || message.type === 'cancel') this.close()
    if (message.type === 'ready') options.onReady?.()
    if (message.type === 'complete') options.onComplete?.({ inquiryId: options.inquiryId })
    if (message.type === 'cancel') options.onCancel?.()
    if (message.type === 'error') {
      options.onError?.({ code: message.code, message: message.message })
    }
    if (message.type === 'step') {
      const { step, position, total } = message
      options.onStep?.({ step, position, total })
    }
  }

  close(): void {
    const closeFlow = this.#closeFlow
    this.#closeFlow = null
    closeFlow?.()
  }

  destroy(): void {
    this.#destroyed = true
    this.close()
  }
}

/** The place that shows the flow. */
interface Surface {
  /** A frame has no window until it is on the page. */
  flowWindow: () => Window | null
  /** Shows the flow in place of the wait for it. */
  show?: () => void
  remove: () => void
}

// A strict style-src blocks style attributes, but allows a constructed sheet, because that is CSSOM. The sheet also restores what
// the page's CSS reset may have removed.
const STYLES = `
html:has(dialog.verification-sdk) { overflow: hidden }
dialog.verification-sdk {
  position: fixed; inset: 0; margin: auto; padding: 0; border: 1px solid transparent; border-radius: 18px; overflow: hidden;
  width: 34rem; max-width: 100vw; height: min(50rem, calc(100dvh - 3rem)); max-height: 100dvh;
  background: Canvas; box-shadow: 0 24px 80px rgb(0 0 0 / .35)
}
dialog.verification-sdk::backdrop { background: rgb(10 16 28 / .6) }
dialog.verification-sdk iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal }
dialog.verification-sdk > div {
  position: absolute; inset: 0; display: grid; gap: 1rem; place-content: center; justify-items: center; padding: 2rem;
  background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif
}
dialog.verification-sdk > div::before {
  content: ''; width: 2.5rem; height: 2.5rem; border: 4px solid GrayText; border-top-color: CanvasText; border-radius: 50%;
  forced-color-adjust: none
}
@media (prefers-reduced-motion: no-preference) {
  dialog.verification-sdk > div::before { animation: verification-sdk-wait 1s linear infinite }
}
@keyframes verification-sdk-wait { to { rotate: 1turn } }
dialog.verification-sdk button {
  min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid; border-radius: 12px; background: none; color: inherit;
  font: inherit; cursor: pointer
}
dialog.verification-sdk button:focus-visible { outline: 3px solid; outline-offset: 3px }
@media (prefers-color-scheme: dark) { dialog.verification-sdk { outline: 1px solid rgb(255 255 255 / .14) } }
@media (max-width: 599px) { dialog.verification-sdk { width: 100vw; height: 100dvh; border-radius: 0; outline: 0 } }
`

// A strict style-src allows these as well, because a script sets them.
const PLAIN_DIALOG =
  'width: 34rem; max-width: 100vw; height: min(50rem, 100dvh); max-height: 100dvh; padding: 0; border: 0; margin: auto; overflow: hidden'
const PLAIN_FRAME = 'display: block; width: 100%; height: 100%; border: 0'

/** Null before Safari 16.4, which lacks constructed sheets. */
function adoptStyles(): CSSStyleSheet | null {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return sheet
  } catch {
    return null
  }
}

const TEXTS = {
  en: { name: 'Identity verification', wait: 'Loading the verification…', cancel: 'Cancel' },
  de: { name: 'Identitätsprüfung', wait: 'Die Prüfung wird geladen…', cancel: 'Abbrechen' },
}

/** The language that the flow takes too: the page's, or else the browser's. */
const languageFor = (wanted: string): keyof typeof TEXTS =>
  [wanted, ...navigator.languages]
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => tag === 'en' || tag === 'de') ?? 'en'

/** Opens a frame inside a native dialog, which traps focus and restores it on close. */
function openModal(wanted: string, cancel: () => void, askToLeave: () => void): Surface {
  const language = languageFor(wanted)
  const texts = TEXTS[language]
  const sheet = adoptStyles()
  const frame = document.createElement('iframe')
  frame.title = texts.name
  frame.allow = `camera ${serviceOrigin}`
  frame.referrerPolicy = 'no-referrer'

  const dialog = document.createElement('dialog')
  dialog.className = 'verification-sdk'
  dialog.ariaLabel = texts.name
  dialog.lang = language
  dialog.append(frame)
  // In front of the frame until the flow is on screen, because a slow network leaves it empty.
  const waiting = document.createElement('div')
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = texts.cancel
  close.addEventListener('click', cancel)
  waiting.append(said, close)
  dialog.append(waiting)
  if (!sheet) {
    dialog.style.cssText = PLAIN_DIALOG
    frame.style.cssText = PLAIN_FRAME
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    askToLeave()
  })
  // A second Escape in a row closes a dialog even if its cancel event was prevented.
  dialog.addEventListener('close', cancel)

  frame.src = flowUrl()
  document.body.append(dialog)
  dialog.showModal()
  close.focus()
  said.textContent = texts.wait

  return {
    flowWindow: () => frame.contentWindow,
    show() {
      waiting.remove()
      frame.focus()
    },
    remove() {
      dialog.removeEventListener('close', cancel)
      dialog.close()
      dialog.remove()
      if (!sheet) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

/** Opens a window; null if the browser blocks it. A closed popup fires no event, so the SDK polls. */
function openPopup(cancel: () => void): Surface | null {
  const left = screenX + (outerWidth - POPUP_WIDTH) / 2
  const top = screenY + (outerHeight - POPUP_HEIGHT) / 2
  const features = `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`
  const popup = window.open(flowUrl(), '', features)
  if (!popup) return null
  const watch = setInterval(() => {
    if (popup.closed) cancel()
  }, CLOSED_CHECK_MS)
  return {
    flowWindow: () => popup,
    remove() {
      clearInterval(watch)
      popup.close()
    },
  }
}

/** The fragment tells the flow the origin to answer. It isn't secret, and browsers don't send it to servers. */
function flowUrl(): string {
  return `${serviceOrigin}/flow#${new URLSearchParams({ host: location.origin })}`
}

/** Replaces the merchant's page. A form post carries the inquiryId, because no URL may contain it (F2). */
function submitRedirect(fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${serviceOrigin}/flow`
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

// Fails to compile if the class differs from the published types.
window.VerificationSdk = VerificationSdk
