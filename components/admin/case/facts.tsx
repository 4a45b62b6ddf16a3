/** The applicant's answers, the service's reasons, and ids for support. */
import { CopyText } from '@/components/admin/data-table'
import { entryFor, inWords } from '@/components/admin/words'
import { Fact, Panel } from '@/components/ui/card'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/inquiry-detail'
import { isDecision, isWaiting } from '@/lib/inquiries/status'
import { Reasons } from './decision'
import { PersonalFacts } from './identity'

const time = (at: Date | null) => at && <UtcTime at={at} />

const CHECKS: Readonly<Record<string, string>> = {
  PERSONAL_INFO: 'Personal information',
  PASSPORT_SCAN: 'Identity document',
  FACE_MATCH: 'Face match',
}

export function ApplicationPanel({ inquiry }: { inquiry: InquiryDetail }) {
  const { status, reviewReasons, capabilities } = inquiry
  return (
    <Panel title="Application">
      <dl className="grid gap-y-1.5 text-sm/6">
        {inquiry.application.map(({ name, value }) => (
          <Fact key={name} label={inWords(name)}>
            <span dir="auto" className="whitespace-pre-line">
              {value}
            </span>
          </Fact>
        ))}
        <PersonalFacts names={inquiry.personalFields} />
        <Fact label="Check expires">
          {isWaiting(status) || isDecision(status) ? null : time(inquiry.expiresAt)}
        </Fact>
        <Fact label="Review reasons">
          {status !== 'NEEDS_REVIEW' && reviewReasons.length > 0 ? (
            <Reasons reasons={reviewReasons} />
          ) : null}
        </Fact>
        <Fact label="Checks passed">
          {capabilities.map((one) => entryFor(CHECKS, one) ?? inWords(one)).join(', ')}
        </Fact>
      </dl>
    </Panel>
  )
}

/** Collapsed, because reviewers don't need it. */
export function SupportPanel({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <details className="min-w-0 rounded-xl border bg-card px-4 py-3.5">
      <summary className="text-sm/6 font-semibold">For support</summary>
      <dl className="mt-3 grid gap-y-1.5 text-sm/6">
        {/* Shows only a part, because the full id starts the hosted flow (F2). */}
        <Id label="Inquiry ID" id={inquiry.serviceInquiryId} isShort />
        <Id label="Correlation ID" id={inquiry.correlationId} />
        <Fact label="Last confirmed">{time(inquiry.readAt) ?? 'Not yet'}</Fact>
        <Fact label="Next check">{time(inquiry.nextCallAt) ?? 'None'}</Fact>
      </dl>
    </details>
  )
}

function Id({
  label,
  id,
  isShort = false,
}: {
  label: string
  id: string | null
  isShort?: boolean
}) {
  return (
    <Fact label={label}>
      {id && (
        <span
          translate="no"
          className="flex items-center gap-1 font-mono text-xs/6 text-muted-foreground"
        >
          <span className="min-w-0 wrap-anywhere">{isShort ? `…${id.slice(-6)}` : id}</span>
          <CopyText text={id} name={label} />
        </span>
      )}
    </Fact>
  )
}
