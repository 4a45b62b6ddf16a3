// The web SDK (F2): opens the hosted flow for one inquiry in a modal, a popup or by redirect.
// It runs on a merchant's page under that page's CSP: no inline style or script, and one global, VerificationSdk.

import type { FlowSurface } from './conversation.ts'
import type { FlowMessage } from './messages.ts'
import { openModal } from './modal.ts'
import { openPopup } from './popup.ts'
import type { VerificationOptions } from './v1.d.ts'

// Gives the service's origin. Read while the script runs, because it is null later.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('Load the verification SDK with a classic <script src> from the service')
}
const serviceOrigin = new URL(script.src).origin

class VerificationSdk {
  readonly #options: VerificationOptions
  #surface: FlowSurface | null = null
  #destroyed = false

  constructor(options: VerificationOptions) {
    if (typeof options?.inquiryId !== 'string' || options.inquiryId === '') {
      throw new TypeError('VerificationSdk needs an inquiryId')
    }
    this.#options = { ...options }
  }

  open(): void {
    if (this.#destroyed) throw new Error('This VerificationSdk was destroyed')
    if (this.#surface) return
    const { inquiryId, mode = 'modal', language } = this.#options
    if (mode === 'redirect') {
      const { returnUrl = location.href, cancelUrl = returnUrl } = this.#options
      submitRedirect({ inquiryId, returnUrl, cancelUrl, language: language ?? '' })
      return
    }
    const open = mode === 'popup' ? openPopup : openModal
    this.#surface = open(serviceOrigin, { inquiryId, language }, (message) => this.#hear(message))
  }

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
    const surface = this.#surface
    this.#surface = null
    surface?.close()
  }

  destroy(): void {
    this.#destroyed = true
    this.close()
  }
}

/** Replaces the merchant's page. A form post carries the inquiryId, because it must not be in a URL (F2). */
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
