'use client'
/** The applicant's live status: shows the stage, offers the next step, and stays current while anything can change. */
import { IdCard, ScanFace, Sun } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { NewAccount } from '@/components/account/new-account'
import {
  ContinueElsewhere,
  type HandoffActions,
  type Offer,
} from '@/components/handoff/continue-elsewhere'
import { Button, buttonClass, TEXT_LINK } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { mayTryAgain } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { SITE } from '@/site'
import { refreshIntervalMs, useCurrentInquiry } from './current-inquiry'
import { NoApplication } from './no-application'
import { useReportReturn } from './report-return'
import { StagePanel } from './stage-panel'
import { type ShownStage, shownStage, troubleOf } from './stages'
import { StartCheck } from './start-check'
import { type FlowEnd, type HostedFlowSettings, useHostedFlow } from './use-hosted-flow'

interface LiveStatusProps {
  initial: ApplicantInquiryView
  productName: string
  flow: HostedFlowSettings
  /** How the hosted flow ended, if it has just redirected the customer here. */
  returned: FlowEnd | null
  /** Reads the status soon. */
  flowReturnedAction: () => Promise<void>
  handoffActions: HandoffActions
}

/** While the customer can start the flow, here or on another device. */
const WITH_FLOW: readonly ShownStage[] = ['ready', 'scanning', 'code_asked', 'elsewhere']

/** What the link to a new application says. */
const AGAIN: Partial<Record<ShownStage, 'applyAgain' | 'newCheck'>> = {
  declined: 'applyAgain',
  failed: 'newCheck',
  expired: 'newCheck',
}

const TIPS = [
  { id: 'light', icon: Sun },
  { id: 'document', icon: IdCard },
  { id: 'face', icon: ScanFace },
] as const

/** If no read has confirmed the flow's "completed" by then, the flow was wrong. */
const DOUBT_MS = 15_000

export function LiveStatus({ initial, productName, returned, ...props }: LiveStatusProps) {
  const t = useTranslations('Verify')
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

  const [offer, setOffer] = useState<Offer | null>(null)
  const doubted = useDoubt(flow.ended === 'completed')
  if (!inquiry) return <NoApplication />
  const shown = shownStage(inquiry, flow.ended === 'completed' && !doubted, offer !== null)
  const trouble = troubleOf(offline, inquiry, shown)
  const { inquiryId } = inquiry
  return (
    <FocusKeeper>
      <StagePanel
        inquiry={inquiry}
        shown={shown}
        trouble={trouble}
        productName={productName}
        picture={
          shown === 'opened' && (
            <NewAccount
              product={inquiry.product}
              productName={productName}
              account={inquiry.account}
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
        {WITH_FLOW.includes(shown) && (
          <div
            hidden={trouble !== null}
            className="flex flex-wrap gap-3 *:basis-full sm:[&>button]:basis-auto"
          >
            {shown === 'ready' && inquiryId && (
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
                offer={offer}
                setOffer={setOffer}
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
        {shown === 'failed' && <Tips />}
        {shown === 'declined' && (
          // As far from the paragraph above as paragraphs are apart.
          <p className="-mt-3 mb-2 text-[1.0625rem]/7 text-ink-soft">{t('applyAgainText')}</p>
        )}
        {mayTryAgain(inquiry.stage) && (
          <div className="flex items-center gap-x-6 gap-y-3 max-sm:flex-col max-sm:items-stretch">
            {shown === 'declined' && (
              <a href={`mailto:${SITE.supportEmail}`} className={buttonClass({ size: 'large' })}>
                {t('contact')}
              </a>
            )}
            <a
              href={`/apply?product=${encodeURIComponent(inquiry.product)}`}
              className={
                shown === 'declined' ? `${TEXT_LINK} self-center` : buttonClass({ size: 'large' })
              }
            >
              {t(AGAIN[shown] ?? 'tryAgain')}
            </a>
          </div>
        )}
      </StagePanel>
      {/* Without JavaScript, the page doesn't update. A start button has its own notice. */}
      {refreshIntervalMs(inquiry, 0) > 0 && shown !== 'ready' && shown !== 'opened' && (
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

/** How the pictures turn out better the next time. */
function Tips() {
  const t = useTranslations('Verify.tips')
  return (
    <ul className="mb-2 grid gap-3 text-[0.9375rem]/6">
      {TIPS.map(({ id, icon: Icon }) => (
        <li key={id} className="flex gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
          {t(id)}
        </li>
      ))}
    </ul>
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
