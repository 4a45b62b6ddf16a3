'use client'
/** The applicant's live status: shows the stage, offers the next step, and stays current until nothing more can change. */
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
  /** Whether the hosted flow has just redirected the customer here. */
  returned: boolean
  /** Makes a read due. */
  flowReturnedAction: () => Promise<void>
}

export function LiveStatus({ initial, productName, returned, ...props }: LiveStatusProps) {
  const { inquiry, offline, refresh } = useCurrentInquiry(initial)
  const { flowReturnedAction } = props
  const readSoon = useCallback(
    () => void flowReturnedAction().then(refresh, refresh),
    [flowReturnedAction, refresh],
  )
  const flow = useHostedFlow(props.flow, readSoon)

  const reported = useRef(false)
  useEffect(() => {
    if (!returned || reported.current) return
    reported.current = true
    // So that a reload or a bookmark doesn't count as another return.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    readSoon()
  }, [returned, readSoon])

  if (!inquiry) return <NoApplication />
  const cameBack = returned || flow.state === 'returned'
  return (
    <FocusKeeper>
      <StagePanel inquiry={inquiry} productName={productName}>
        {offline && (
          <Notice tone="warn" role="status" title="We can’t reach our server">
            This page may be out of date. We’ll keep trying to reconnect.
          </Notice>
        )}
        {!offline && inquiry.serviceUnreachable && (
          <Notice tone="warn" role="status" title="The verification service isn’t responding">
            Your application is safe. We’ll keep trying, but this page may be out of date.
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
