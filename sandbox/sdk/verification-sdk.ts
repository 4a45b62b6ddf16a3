// The web SDK (F2): opens the hosted flow for one inquiry in a modal, a popup or by redirect.
// It runs on a merchant's page under that page's CSP: no inline style or script, and one global, VerificationSdk.

import type { FlowSurface } from './conversation.ts'
import { openModal } from './modal.ts'
import { openPopup } from './popup.ts'
import { submitRedirect } from './redirect.ts'
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
      submitRedirect(serviceOrigin, { inquiryId, returnUrl, cancelUrl, language: language ?? '' })
      return
    }
    const open = mode === 'popup' ? openPopup : openModal
    this.#surface = open(
      serviceOrigin,
      { inquiryId, language },
      {
        ready: () => this.#options.onReady?.(),
        step: (event) => this.#options.onStep?.(event),
        complete: () => {
          this.close()
          this.#options.onComplete?.({ inquiryId })
        },
        cancel: () => {
          this.close()
          this.#options.onCancel?.()
        },
        error: (error) => this.#options.onError?.(error),
      },
    )
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

// Fails to compile if the class differs from the published types.
window.VerificationSdk = VerificationSdk
