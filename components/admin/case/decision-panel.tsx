import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { DecideAfterEvidence } from './decide-link'
import type { NextStep } from './next-step'
import { Panel } from './panel'

interface DecisionPanelProps {
  inquiry: InquiryDetail
  step: NextStep
  /** The portal, where the reader decides. Null if there's nothing for them to decide. */
  decideUrl: string | null
  /** Other actions for the case. */
  tools: ReactNode
}

/** The decision to make and where to make it, or the decision that was made. */
export function DecisionPanel({ inquiry, step, decideUrl, tools }: DecisionPanelProps) {
  const t = useTranslations('StaffCase')
  const reasonsId = useId()
  const { status, portalDecisionNote, portalDecidedAt, reviewReasons } = inquiry
  const isDecided = portalDecisionNote !== null || portalDecidedAt !== null
  const awaits = status === 'NEEDS_REVIEW'
  return (
    <div className={isDecided ? '' : 'print:hidden'}>
      <Panel
        title={isDecided ? t('portalDecision') : t('decision')}
        aside={
          portalDecidedAt && (
            <p className="text-xs text-ink-faint">
              <UtcTime iso={portalDecidedAt} />
            </p>
          )
        }
      >
        {isDecided && (
          <p
            lang={portalDecisionNote === null ? undefined : ''}
            className="mb-3 text-sm/6 break-words whitespace-pre-line"
          >
            {portalDecisionNote ?? t('noNote')}
          </p>
        )}
        {!awaits && reviewReasons.length > 0 && (
          <section aria-labelledby={reasonsId} className="mb-3 text-sm/6 text-ink-soft">
            <h3 id={reasonsId} className="font-normal tracking-normal text-ink-faint">
              {t('reviewReasons')}
            </h3>
            <ul className="list-disc pl-4.5">
              {reviewReasons.map((reason) => (
                <li key={reason} lang="" className="break-words">
                  {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
        {awaits && <p className="mb-3 text-sm/6 text-ink-soft">{t(`next.${step}`)}</p>}
        {!awaits && !isDecided && (
          <p className="mb-3 text-sm/6 text-ink-soft">
            {t(isDecision(status) ? 'decidedByService' : 'nothingToDecide')}
          </p>
        )}
        <div className="grid gap-2 print:hidden">
          {decideUrl !== null && <DecideAfterEvidence href={decideUrl} />}
          <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">{tools}</div>
        </div>
      </Panel>
    </div>
  )
}
