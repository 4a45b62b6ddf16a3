import { StatusBadge, statusLook } from '@/components/admin/status'
import { Notice } from '@/components/ui/notice'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { FactList } from './fact-list'
import { Panel } from './panel'

const time = (iso: string | null) => iso && <UtcTime iso={iso} />

/** What the service decided, and what we did about it. */
export function DecisionPanel({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <Panel title="Status" aside={<StatusBadge inquiry={inquiry} />}>
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {inquiry.reversedAt && (
          <Notice tone="bad" title="A confirmed decision was reversed">
            The service changed its decision after we had confirmed it. Check the timeline and the
            account.
          </Notice>
        )}
        {inquiry.openError && inquiry.openState !== 'OPEN' && (
          <Notice tone="warn" title="The service hasn't opened this inquiry">
            {inquiry.openError}, after {inquiry.openAttempts}{' '}
            {inquiry.openAttempts === 1 ? 'attempt' : 'attempts'}.
          </Notice>
        )}
        {inquiry.readError && (
          <Notice tone="warn" title="We couldn't refresh the status">
            {inquiry.readError}.{' '}
            {inquiry.nextReadAt
              ? "We'll retry automatically."
              : 'We stopped retrying. Refresh the status to try again.'}
          </Notice>
        )}
        {inquiry.accountError && (
          <Notice tone="bad" title="We couldn't open the account">
            {inquiry.accountError}. The applicant is still approved, and we'll retry automatically.
          </Notice>
        )}
        {inquiry.orphanId && (
          <Notice tone="warn" title="The service opened a second inquiry for this reference">
            It ignored the Idempotency-Key of a retry. Only the inquiry shown here counts.
          </Notice>
        )}
      </div>
      <FactList
        facts={[
          {
            label: 'Reported by an event',
            value: inquiry.reportedStatus && statusLook(inquiry.reportedStatus).label,
          },
          { label: 'Confirmed', value: time(inquiry.readAt) ?? 'Not yet' },
          { label: 'Next check', value: time(inquiry.nextReadAt) ?? 'None' },
          { label: 'Approval granted', value: time(inquiry.grantedAt) },
          {
            label: 'Account opened',
            value: inquiry.accountOpenedAt && (
              <>
                {time(inquiry.accountOpenedAt)} {inquiry.account && `(${inquiry.account})`}
              </>
            ),
          },
          { label: 'Reversed', value: time(inquiry.reversedAt) },
          { label: 'Capabilities passed', value: inquiry.capabilities.join(', ') },
          { label: 'Check expires', value: time(inquiry.expiresAt) },
        ]}
      />
      <ReviewNotes inquiry={inquiry} />
    </Panel>
  )
}

function ReviewNotes({ inquiry }: { inquiry: InquiryDetail }) {
  const { reviewReasons, portalDecisionNote, portalDecidedAt } = inquiry
  if (reviewReasons.length === 0 && !portalDecisionNote && !portalDecidedAt) return null
  return (
    <div className="mt-6 grid gap-5 border-t border-line pt-5 text-[0.9375rem]/6">
      {reviewReasons.length > 0 && (
        <div>
          <h3 className="text-sm text-ink-faint">Review reasons</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 marker:text-ink-faint">
            {reviewReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {(portalDecisionNote || portalDecidedAt) && (
        <div>
          <h3 className="text-sm text-ink-faint">Decision in the portal</h3>
          {portalDecisionNote && <p className="mt-1 whitespace-pre-line">{portalDecisionNote}</p>}
          {portalDecidedAt && (
            <p className="mt-1 text-sm text-ink-faint">
              <UtcTime iso={portalDecidedAt} />
            </p>
          )}
        </div>
      )}
    </div>
  )
}
