import { useTranslations } from 'next-intl'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { Panel } from './panel'

/** Why the service wanted a person to look, and what that person decided. */
export function ReviewPanel({ inquiry }: { inquiry: InquiryDetail }) {
  const t = useTranslations('StaffCase')
  const { status, reviewReasons, portalDecisionNote, portalDecidedAt } = inquiry
  const isDecided = portalDecisionNote !== null || portalDecidedAt !== null
  if (reviewReasons.length === 0 && !isDecided && status !== 'NEEDS_REVIEW') return null
  return (
    <>
      {(reviewReasons.length > 0 || status === 'NEEDS_REVIEW') && (
        <Panel title={t('reviewReasons')}>
          {reviewReasons.length === 0 ? (
            <p className="text-sm/6 text-ink-soft">{t('noReasons')}</p>
          ) : (
            <ul className="space-y-1.5 text-sm/6">
              {reviewReasons.map((reason) => (
                <li key={reason} className="flex gap-2.5 break-words">
                  <span
                    aria-hidden="true"
                    className="mt-2.5 size-1.5 shrink-0 rounded-full bg-warn"
                  />
                  {/* The service's words, in a language that it doesn't name. */}
                  <span lang="" className="min-w-0">
                    {reason}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
      {isDecided && (
        <Panel
          title={t('portalDecision')}
          aside={
            portalDecidedAt && (
              <p className="text-xs text-ink-faint">
                <UtcTime iso={portalDecidedAt} />
              </p>
            )
          }
        >
          <p
            lang={portalDecisionNote === null ? undefined : ''}
            className="text-sm/6 whitespace-pre-line"
          >
            {portalDecisionNote ?? t('noNote')}
          </p>
        </Panel>
      )}
    </>
  )
}
