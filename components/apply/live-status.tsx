'use client'
/** The applicant's live status: shows the stage, offers the next step, and stays current until nothing more can change. */
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { NewCard } from '@/components/account/new-card'
import { ContinueElsewhere, type HandoffActions } from '@/components/handoff/continue-elsewhere'
import { Button, buttonClass } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { mayTryAgain } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { SITE } from '@/site'
import { refreshIntervalMs, useCurrentInquiry } from './current-inquiry'
import { NoApplication } from './no-application'
import { useReportReturn } from './report-return'
import { StagePanel } from './stage-panel'
import { shownStage, troubleOf } from './stages'
import { StartCheck } from './start-check'
import { type FlowEnd, type HostedFlowSettings, useHostedFlow } from './use-hosted-flow'

interface LiveStatusProps {
  initial: ApplicantInquiryView
  productName: string
  flow: HostedFlowSettings
  /** How the hosted flow ended, if it has just redirected the customer here. */
  returned: FlowEnd | null
  /** Makes a read due. */
  flowReturnedAction: () => Promise<void>
  handoffActions: HandoffActions
}

/** If no read has confirmed the flow's "completed" by then, the flow was wrong. */
const DOUBT_MS = 15_000

export function LiveStatus({ initial, productName, returned, ...props }: LiveStatusProps) {
  const t = useTranslations('Verify')
  const account = useTranslations('Account')
  const { inquiry, offline, refresh } = useCurrentInquiry(initial)
  const { flowReturnedAction } = props
  const readSoon = useReportReturn(flowReturnedAction, refresh)
  const flow = useHostedFlow(props.flow, returned, readSoon)

  const reported = useRef(false)
  useEffect(() => {
    if (!returned || reported.current) return
    reported.current = true
    // So that a reload or a bookmark doesn't count as another return.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    readSoon()
  }, [returned, readSoon])

  const doubted = useDoubt(flow.ended === 'completed')
  if (!inquiry) return <NoApplication />
  const shown = shownStage(inquiry, flow.ended === 'completed' && !doubted)
  const trouble = troubleOf(offline, inquiry, shown)
  const { inquiryId } = inquiry
  const mail = `mailto:${SITE.supportEmail}`
  return (
    <FocusKeeper>
      <StagePanel
        inquiry={inquiry}
        shown={shown}
        trouble={trouble}
        productName={productName}
        picture={
          shown === 'opened' && (
            <NewCard
              account={inquiry.account}
              productName={productName}
              label={account('number')}
              value={inquiry.account ?? account('noNumber')}
            />
          )
        }
      >
        {trouble === 'offline' && (
          <Button size="large" className="w-full sm:w-auto sm:self-start" onClick={refresh}>
            {t('reconnect')}
          </Button>
        )}
        {/* Hidden during trouble but not removed, because the link for another device is stored nowhere else. */}
        {(shown === 'ready' || shown === 'elsewhere') && (
          <div
            hidden={trouble !== null}
            className="flex flex-wrap gap-3 *:basis-full has-[>section]:[&>button]:hidden sm:[&>button]:basis-auto"
          >
            {shown === 'ready' && inquiryId && inquiry.handoff !== 'claimed' && (
              <StartCheck
                inquiryId={inquiryId}
                expiresAt={inquiry.expiresAt}
                flow={flow}
                settings={props.flow}
              />
            )}
            {flow.state !== 'blocked' && (
              <ContinueElsewhere
                state={inquiry.handoff}
                actions={props.handoffActions}
                refresh={refresh}
              />
            )}
          </div>
        )}
        {/* If the service returns everybody to one page, this customer may have left before the end. */}
        {!trouble && shown === 'handed_in' && inquiryId && returned && (
          <button
            type="button"
            className={`${buttonClass({ tone: 'secondary', size: 'large' })} sm:self-start`}
            onClick={() => flow.start(inquiryId)}
          >
            {t('start.unfinished')}
          </button>
        )}
        {shown === 'opened' && (
          <a href="/account" className={`${buttonClass({ size: 'large' })} sm:self-start`}>
            {t('toAccount')}
          </a>
        )}
        {mayTryAgain(inquiry.stage) && (
          <div className="flex gap-3 max-sm:flex-col">
            {shown === 'declined' && (
              <a href={mail} className={buttonClass({ size: 'large' })}>
                {t('contact')}
              </a>
            )}
            <a
              href={`/apply?product=${encodeURIComponent(inquiry.product)}`}
              className={buttonClass({
                size: 'large',
                tone: shown === 'declined' ? 'secondary' : 'primary',
              })}
            >
              {t(shown === 'declined' ? 'applyAgain' : 'tryAgain')}
            </a>
          </div>
        )}
      </StagePanel>
      {/* Without JavaScript, the page doesn't update. A start button has its own notice. */}
      {refreshIntervalMs(inquiry, 0) > 0 && shown !== 'ready' && (
        <noscript>
          <div className="mt-5">
            <Notice tone="warn" title={t('noScript')}>
              {t('noScriptText')}
            </Notice>
          </div>
        </noscript>
      )}
    </FocusKeeper>
  )
}

/** Whether the flow's claim is so old that a read should have confirmed it. */
function useDoubt(isClaimed: boolean): boolean {
  const [doubted, setDoubted] = useState(false)
  useEffect(() => {
    setDoubted(false)
    if (!isClaimed) return
    const timer = setTimeout(() => setDoubted(true), DOUBT_MS)
    return () => clearTimeout(timer)
  }, [isClaimed])
  return doubted
}
