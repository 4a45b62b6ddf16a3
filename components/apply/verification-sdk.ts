/**
 * The service's web SDK (F2, N19) as this application uses it: one constructor with the inquiryId and callbacks.
 * What the callbacks say decides nothing; the backend learns the outcome from the service.
 */

export interface VerificationFlowOptions {
  /** Starts the hosted flow, like a bearer token: handed to the SDK, never put in a URL. */
  inquiryId: string
  mode?: 'modal' | 'redirect' | 'popup'
  /** Where `redirect` comes back to. */
  returnUrl?: string
  onReady?: () => void
  onStep?: () => void
  onComplete?: () => void
  onCancel?: () => void
  onError?: (error: { code: string }) => void
}

export interface VerificationFlow {
  open(): void
  close(): void
  destroy(): void
}

export type VerificationFlowConstructor = new (options: VerificationFlowOptions) => VerificationFlow

declare global {
  interface Window {
    VerificationSdk?: VerificationFlowConstructor
  }
}

const LOAD_TIMEOUT_MS = 10_000

/** Loads the script once. Rejects when it is blocked, absent or slow; a later call tries again. */
export function loadVerificationSdk(url: string): Promise<VerificationFlowConstructor> {
  if (window.VerificationSdk) return Promise.resolve(window.VerificationSdk)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const refuse = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('The verification SDK did not load'))
    }
    const timer = setTimeout(refuse, LOAD_TIMEOUT_MS)
    script.onerror = refuse
    script.onload = () => {
      if (!window.VerificationSdk) return refuse()
      clearTimeout(timer)
      resolve(window.VerificationSdk)
    }
    script.src = url
    script.async = true
    document.head.append(script)
  })
}
