'use client'
/** The applicant's live status: tells the stage, offers the next step, and follows the inquiry until it is settled. */
import { useCallback, useEffect, useRef } from 'react'
import { buttonClass } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { mayTryAgain } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { useCurrentInquiry } from './current-inquiry'
import { NoApplication } from './no-application'
import { StagePanel } from './stage-panel'
import { StartCheck } from './start-check'
import { type HostedFlowSettings, useHostedFlow } from './use-hosted-flow'

interface LiveStatusProps {
  initial: ApplicantInquiryView
  productName: string
  flow: HostedFlowSettings
  /** The customer has just been sent back here by the hosted flow. */
  returned: boolean
  /** Makes a read-back due. */
  flowReturnedAction: () => Promise<void>
}

export function LiveStatus({ initial, productName, returned, ...props }: LiveStatusProps) {
  const { inquiry, offline, refresh } = useCurrentInquiry(initial)
  const { flowReturnedAction } = props
  const settle = useCallback(
    () => void flowReturnedAction().then(refresh, refresh),
    [flowReturnedAction, refresh],
  )
  const flow = useHostedFlow(props.flow, settle)

  const reported = useRef(false)
  useEffect(() => {
    if (!returned || reported.current) return
    reported.current = true
    // A reload or a bookmark of this address is not another return.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    settle()
  }, [returned, settle])

  if (!inquiry) return <NoApplication />
  const cameBack = returned || flow.state === 'returned'
  return (
    <FocusKeeper>
      <StagePanel inquiry={inquiry} productName={productName}>
        {offline && (
          <Notice tone="warn" role="status" title="We cannot reach our own server">
            What you see is the last that we know. We try again by ourselves.
          </Notice>
        )}
        {!offline && inquiry.serviceUnreachable && (
          <Notice
            tone="warn"
            role="status"
            title="The verification service does not answer at the moment"
          >
            Nothing is lost, and we keep asking. This page may be a little behind.
          </Notice>
        )}
        {inquiry.stage === 'ready' && inquiry.inquiryId && (
          <StartCheck
            inquiryId={inquiry.inquiryId}
            expiresAt={inquiry.expiresAt}
            state={cameBack && flow.state === 'idle' ? 'returned' : flow.state}
            flow={props.flow}
            onStart={flow.start}
          />
        )}
        {mayTryAgain(inquiry.stage) && (
          <a
            href={`/apply?product=${encodeURIComponent(inquiry.product)}`}
            className={`${buttonClass({ size: 'large' })} self-start`}
          >
            Try again
          </a>
        )}
      </StagePanel>
    </FocusKeeper>
  )
}
