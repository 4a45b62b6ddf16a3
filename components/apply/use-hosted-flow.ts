'use client'
/** Opens the hosted flow: in a modal, and by redirect where a frame is refused. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadVerificationSdk, type VerificationFlow } from './verification-sdk'

/** A frame that has not reported itself by then is taken as refused. */
const FRAME_TIMEOUT_MS = 10_000

export type FlowState = 'idle' | 'loading' | 'open' | 'returned' | 'blocked'

export interface HostedFlowSettings {
  sdkUrl: string
  /** Where the redirect comes back to: the status page. It decides nothing. */
  returnUrl: string
}

export function useHostedFlow(settings: HostedFlowSettings, onReturn: () => void) {
  const [state, setState] = useState<FlowState>('idle')
  const flow = useRef<VerificationFlow | null>(null)
  const frameTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const leave = useCallback(() => {
    clearTimeout(frameTimer.current)
    flow.current?.destroy()
    flow.current = null
  }, [])
  useEffect(() => leave, [leave])

  async function start(inquiryId: string) {
    leave()
    setState('loading')
    try {
      const Flow = await loadVerificationSdk(settings.sdkUrl)
      const redirect = () => {
        leave()
        new Flow({ inquiryId, mode: 'redirect', returnUrl: settings.returnUrl }).open()
      }
      let framed = false
      flow.current = new Flow({
        inquiryId,
        mode: 'modal',
        onReady: () => {
          framed = true
          clearTimeout(frameTimer.current)
          setState('open')
        },
        onComplete: () => {
          leave()
          setState('returned')
          onReturn()
        },
        onCancel: () => {
          leave()
          setState('idle')
          onReturn()
        },
        onError: () => (framed ? setState('idle') : redirect()),
      })
      frameTimer.current = setTimeout(redirect, FRAME_TIMEOUT_MS)
      flow.current.open()
    } catch {
      leave()
      setState('blocked')
    }
  }

  return { state, start }
}
