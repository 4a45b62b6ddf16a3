import { StatusBadge } from '@/components/admin/status-badge'
import { Notice } from '@/components/ui/notice'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/inquiries/views'
import { FactList } from './fact-list'
import { Panel } from './panel'

const SOURCES = { WEBHOOK: 'A signed event', READ: 'A read of the status' } as const

const time = (iso: string | null) => iso && <UtcTime iso={iso} />

/** What the service says, where it was heard, and whether a read has confirmed it. */
export function DecisionPanel({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <Panel title="Status" aside={<StatusBadge item={inquiry} />}>
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {inquiry.reversedAt && (
          <Notice tone="bad" title="A confirmed decision was reversed">
            The service changed its decision after we had confirmed it. Look at the timeline, and at
            the account.
          </Notice>
        )}
        {inquiry.openError && inquiry.openState !== 'OPEN' && (
          <Notice tone="warn" title="Not opened at the service">
            {inquiry.openError}, after {inquiry.openAttempts}{' '}
            {inquiry.openAttempts === 1 ? 'try' : 'tries'}.
          </Notice>
        )}
        {inquiry.readError && (
          <Notice tone="warn" title="The last read did not succeed">
            {inquiry.readError}. It is tried again by itself.
          </Notice>
        )}
        {inquiry.orphanId && (
          <Notice tone="warn" title="The service opened a second inquiry for this reference">
            It did not honour the Idempotency-Key of a retry. The one shown here is the one that
            counts.
          </Notice>
        )}
      </div>
      <FactList
        facts={[
          { label: 'Source', value: inquiry.statusSource && SOURCES[inquiry.statusSource] },
          { label: 'As of', value: time(inquiry.statusAsOf) },
          {
            label: 'Confirmation',
            value: inquiry.confirmedAt ? (
              <>Confirmed by a read at {time(inquiry.confirmedAt)}</>
            ) : (
              'Not confirmed by a read yet'
            ),
          },
          { label: 'Next read', value: time(inquiry.nextReadAt) ?? 'None due: settled' },
          { label: 'Account opened', value: time(inquiry.grantedAt) },
          { label: 'Reversed', value: time(inquiry.reversedAt) },
          { label: 'Capabilities passed', value: inquiry.capabilities.join(', ') },
          { label: 'Flow closes', value: time(inquiry.expiresAt) },
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
