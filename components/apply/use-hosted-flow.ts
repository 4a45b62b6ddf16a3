'use client'
/**
 * Opens the hosted flow with the service's web SDK (F2, N19): in a modal, or by redirect if it can't be framed.
 * The SDK's callbacks decide nothing. The backend reads the outcome from the service.
 */
import { useCallback, useEffect, useRef, useState } from 'react'

interface FlowOptions {
  /** Starts the hosted flow, like a bearer token: handed to the SDK, never put in a URL. */
  inquiryId: string
  mode: 'modal' | 'redirect'
  /** Where `redirect` comes back to. */
  returnUrl?: string
  onReady?: () => void
  onComplete?: () => void
  onCancel?: () => void
  onError?: (error: { code: string }) => void
}

interface Flow {
  open(): void
  destroy(): void
}

type FlowConstructor = new (options: FlowOptions) => Flow

declare global {
  interface Window {
    VerificationSdk?: FlowConstructor
  }
}

const LOAD_TIMEOUT_MS = 10_000

/** Rejects if the script is blocked, missing or slow; a later call tries again. */
function loadSdk(url: string): Promise<FlowConstructor> {
  if (window.VerificationSdk) return Promise.resolve(window.VerificationSdk)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('The verification SDK failed to load'))
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS)
    script.onerror = fail
    script.onload = () => {
      if (!window.VerificationSdk) return fail()
      clearTimeout(timer)
      resolve(window.VerificationSdk)
    }
    script.src = url
    script.async = true
    document.head.append(script)
  })
}

/** `blocked`: the SDK didn't load, so the flow can only open on its own page. */
export type FlowState = 'idle' | 'loading' | 'open' | 'returned' | 'blocked'

export interface HostedFlowSettings {
  sdkUrl: string
  /** The flow's own page. Takes the inquiryId as a form post, and needs no SDK. */
  flowUrl: string
  /** Our status page, where the flow's own page returns to. */
  returnUrl: string
}

/** The SDK's codes for "can't run in a frame". The flow itself explains any other error to the customer. */
const FRAME_REFUSED: readonly string[] = ['LOAD_FAILED', 'REDIRECT_REQUIRED']

/** @param onReturn called when the customer finishes or leaves the flow */
export function useHostedFlow({ sdkUrl, returnUrl }: HostedFlowSettings, onReturn: () => void) {
  const [state, setState] = useState<FlowState>('idle')
  const flow = useRef<Flow | null>(null)

  const close = useCallback(() => {
    flow.current?.destroy()
    flow.current = null
  }, [])
  useEffect(() => close, [close])

  async function start(inquiryId: string) {
    close()
    setState('loading')
    try {
      const Sdk = await loadSdk(sdkUrl)
      const end = (next: FlowState) => {
        close()
        setState(next)
        onReturn()
      }
      flow.current = new Sdk({
        inquiryId,
        mode: 'modal',
        onReady: () => setState('open'),
        onComplete: () => end('returned'),
        onCancel: () => end('idle'),
        onError: ({ code }) => {
          if (!FRAME_REFUSED.includes(code)) return onReturn()
          close()
          new Sdk({ inquiryId, mode: 'redirect', returnUrl }).open()
        },
      })
      flow.current.open()
    } catch {
      close()
      setState('blocked')
    }
  }

  return { state, start }
}
