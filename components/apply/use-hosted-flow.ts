'use client'
/** Opens the hosted flow: in a modal, and by redirect where a frame is refused. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadVerificationSdk, type VerificationFlow } from './verification-sdk'

/** `blocked`: the SDK's script did not load, so only a page of its own is left. */
export type FlowState = 'idle' | 'loading' | 'open' | 'returned' | 'blocked'

export interface HostedFlowSettings {
  sdkUrl: string
  /** Takes the inquiryId by a form post, where no script of the service runs. */
  flowUrl: string
  /** Where the redirect comes back to: the status page. It decides nothing. */
  returnUrl: string
}

/** The SDK's words for "not in a frame"; any other error the flow explains to the customer itself. */
const WITHOUT_FRAME: readonly string[] = ['LOAD_FAILED', 'REDIRECT_REQUIRED']

/** @param onReturn the customer finished or left: time to ask how the inquiry stands */
export function useHostedFlow({ sdkUrl, returnUrl }: HostedFlowSettings, onReturn: () => void) {
  const [state, setState] = useState<FlowState>('idle')
  const flow = useRef<VerificationFlow | null>(null)

  const leave = useCallback(() => {
    flow.current?.destroy()
    flow.current = null
  }, [])
  useEffect(() => leave, [leave])

  async function start(inquiryId: string) {
    leave()
    setState('loading')
    try {
      const Flow = await loadVerificationSdk(sdkUrl)
      const end = (next: FlowState) => {
        leave()
        setState(next)
        onReturn()
      }
      flow.current = new Flow({
        inquiryId,
        mode: 'modal',
        onReady: () => setState('open'),
        onComplete: () => end('returned'),
        onCancel: () => end('idle'),
        onError: ({ code }) => {
          if (!WITHOUT_FRAME.includes(code)) return onReturn()
          leave()
          new Flow({ inquiryId, mode: 'redirect', returnUrl }).open()
        },
      })
      flow.current.open()
    } catch {
      leave()
      setState('blocked')
    }
  }

  return { state, start }
}
