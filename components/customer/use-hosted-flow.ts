'use client'
/**
 * Opens the hosted flow with the service's web SDK (F2, N19), in a modal or by redirect if it can't be framed. The SDK's callbacks
 * aren't trusted: only the backend reads the outcome, from the service.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface FlowOptions {
  /** Starts the hosted flow, so treat it like a bearer token: pass it to the SDK, and never put it in a URL. */
  inquiryId: string
  mode: 'modal' | 'redirect'
  /** The URL to which `redirect` returns. */
  returnUrl?: string
  /** The return URL for a customer who left early, if the service distinguishes that. */
  cancelUrl?: string
  /** This page's language, for a flow that supports it. */
  language?: string
  onReady?: () => void
  onStep?: (event: { step: string }) => void
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
/** An SDK that reports nothing in this time has failed. The sandbox's SDK gives its frame ten seconds. */
const OPEN_TIMEOUT_MS = 20_000

/** Rejects if the script is blocked, missing or slow. A later call tries again. */
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

/** `blocked`: the flow didn't open here, but it may open on its own page. */
type FlowState = 'idle' | 'loading' | 'open' | 'blocked'

/** How the flow says that it ended. Only a read confirms it. */
export type FlowEnd = 'completed' | 'cancelled'

export interface HostedFlowSettings {
  sdkUrl: string
  /** The flow's own page. It accepts the inquiryId as a form post, and needs no SDK. */
  flowUrl: string
  /** Our status page, to which the flow's own page returns. */
  returnUrl: string
  cancelUrl: string
  language: string
}

/** The SDK's codes for a flow that can't run in a frame. The flow itself explains other errors to the customer. */
const FRAME_REFUSED: readonly string[] = ['LOAD_FAILED', 'REDIRECT_REQUIRED']

export type HostedFlow = ReturnType<typeof useHostedFlow>

/**
 * @param returned how the flow ended before this page loaded, if it returned by redirect
 * @param onReturn called when the customer has submitted the check, and when they finish or leave the flow
 */
export function useHostedFlow(
  settings: HostedFlowSettings,
  returned: FlowEnd | null,
  onReturn: () => void,
) {
  const { sdkUrl, returnUrl, cancelUrl, language } = settings
  const [state, setState] = useState<FlowState>('idle')
  const [ended, setEnded] = useState<FlowEnd | null>(returned)
  const flow = useRef<Flow | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const close = useCallback(() => {
    clearTimeout(timer.current)
    try {
      flow.current?.destroy()
    } catch {
      // `destroy` may throw if nothing opened.
    }
    flow.current = null
  }, [])
  useEffect(() => close, [close])

  async function start(inquiryId: string) {
    const block = () => {
      close()
      setState('blocked')
    }
    /** If the SDK reports nothing (N19), offers the customer a button. It doesn't close the flow, which may be open after all. */
    const blockUnlessOpened = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setState('blocked'), OPEN_TIMEOUT_MS)
    }
    close()
    setState('loading')
    setEnded(null)
    try {
      const Sdk = await loadSdk(sdkUrl)
      let isHandedIn = false
      let isReady = false
      const end = (how: FlowEnd) => {
        // Updates the page before the browser paints it, so that it never offers to start the flow again.
        flushSync(() => {
          setState('idle')
          setEnded(how)
        })
        close()
        // The dialog returns the focus to the button that opened it, which the result may have replaced.
        if (document.activeElement === document.body) document.querySelector('h1')?.focus()
        onReturn()
      }
      flow.current = new Sdk({
        inquiryId,
        mode: 'modal',
        language,
        onReady: () => {
          isReady = true
          clearTimeout(timer.current)
          setState('open')
        },
        onStep: ({ step }) => {
          if (step !== 'DONE') return
          isHandedIn = true
          setEnded('completed')
          onReturn()
        },
        onComplete: () => end('completed'),
        // Closing the flow after submitting the check isn't a cancellation.
        onCancel: () => end(isHandedIn ? 'completed' : 'cancelled'),
        onError: ({ code }) => {
          if (!FRAME_REFUSED.includes(code)) {
            // An open flow explains the error itself.
            if (!isReady) block()
            return onReturn()
          }
          close()
          try {
            new Sdk({ inquiryId, mode: 'redirect', returnUrl, cancelUrl, language }).open()
            blockUnlessOpened()
          } catch {
            block()
          }
        },
      })
      blockUnlessOpened()
      flow.current.open()
    } catch {
      block()
    }
  }

  return { state, ended, start, settings }
}
