import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { statusName } from '@/components/admin/status'
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
}

/** Where to decide, or the decision: its outcome, who made it, when and why. */
export function DecisionPanel({ inquiry, step, decideUrl }: DecisionPanelProps) {
  const t = useTranslations('StaffCase')
  const reasonsId = useId()
  const { status, portalDecisionNote, portalDecidedAt, decidedAt, reviewReasons } = inquiry
  const inPortal = portalDecisionNote !== null || portalDecidedAt !== null
  const awaits = status === 'NEEDS_REVIEW'
  /** Nothing but the way to the portal, which the header or the foot bar has once the evidence is revealed. */
  const onlyLeads = awaits && !inPortal && decideUrl !== null
  const at = portalDecidedAt ?? (isDecision(status) ? decidedAt : null)
  return (
    <div
      className={`${inPortal || isDecision(status) ? '' : 'print:hidden'} ${onlyLeads ? 'group-has-data-revealed/case:hidden' : ''}`}
    >
      <Panel title={inPortal ? t('portalDecision') : t('decision')}>
        {awaits ? (
          <p className="text-sm/6 text-ink-soft">{t(`next.${step}`)}</p>
        ) : !inPortal && !isDecision(status) ? (
          <p className="text-sm/6 text-ink-soft">{t('nothingToDecide')}</p>
        ) : null}
        <dl className="grid gap-1.5 text-sm/6 empty:hidden">
          {status !== null && isDecision(status) && (
            <Row label={t('outcome')}>
              <span className="font-medium">{statusName(status)}</span>
            </Row>
          )}
          {(inPortal || isDecision(status)) && (
            <Row label={t('decidedBy')}>{t(inPortal ? 'byPerson' : 'byService')}</Row>
          )}
          {at !== null && (
            <Row label={t('decidedAt')}>
              <UtcTime iso={at} />
            </Row>
          )}
          {inPortal && (
            <Row label={t('note')}>
              <span
                lang={portalDecisionNote === null ? undefined : ''}
                className="break-words whitespace-pre-line"
              >
                {portalDecisionNote ?? t('noNote')}
              </span>
            </Row>
          )}
        </dl>
        {!awaits && reviewReasons.length > 0 && (
          <section aria-labelledby={reasonsId} className="mt-3 text-sm/6 text-ink-soft">
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
        {decideUrl !== null && (
          <div className="grid print:hidden">
            <DecideAfterEvidence href={decideUrl} />
          </div>
        )}
      </Panel>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
