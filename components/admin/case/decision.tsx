import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { causeText, inWords } from '@/components/admin/words'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { type NextStep, STEPS } from './next-step'
import { BeforeReveal } from './use-reveal'

const LOOKS = {
  good: { icon: CircleCheck, box: 'border-success/25 bg-success-soft/60', ink: 'text-success' },
  warn: { icon: TriangleAlert, box: 'border-warning/30 bg-warning-soft/60', ink: 'text-warning' },
  bad: {
    icon: CircleX,
    box: 'border-destructive/25 bg-destructive-soft/60',
    ink: 'text-destructive',
  },
  plain: { icon: Clock, box: 'bg-card', ink: 'text-muted-foreground' },
} as const

interface DecisionProps {
  inquiry: InquiryDetail
  step: NextStep
}

/** The one place that says what the case needs, why, and what was decided. */
export function Decision({ inquiry, step }: DecisionProps) {
  const { tone, title, text } = STEPS[step]
  const { icon: Icon, box, ink } = LOOKS[tone]
  const awaits = inquiry.status === 'NEEDS_REVIEW'
  return (
    <section aria-labelledby="decision" className={cn('mb-4 rounded-xl border px-4 py-3.5', box)}>
      <div className="flex gap-3">
        <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', ink)} />
        <div className="min-w-0 text-[0.9375rem]/6">
          <h2 id="decision" className={cn('font-semibold tracking-normal', ink)}>
            {title}
          </h2>
          {awaits && <Reasons reasons={inquiry.reviewReasons} className="font-medium" />}
          {/* By then, the reader has done half of it. */}
          {awaits ? (
            <BeforeReveal>
              <p className="text-muted-foreground">{text}</p>
            </BeforeReveal>
          ) : (
            <p className="text-muted-foreground">{text}</p>
          )}
          {causes(inquiry).map((cause) => (
            <p key={cause} className="text-muted-foreground">
              {cause}
            </p>
          ))}
        </div>
      </div>
      <Facts inquiry={inquiry} />
    </section>
  )
}

/** The service's own words, in a language that it doesn't specify. */
export function Reasons({
  reasons,
  className,
}: {
  reasons: readonly string[]
  className?: string
}) {
  if (reasons.length === 0) return <p className={className}>The service gave no reason.</p>
  return (
    <ul className={cn(className, reasons.length > 1 && 'list-disc pl-4.5')}>
      {reasons.map((reason) => (
        <li key={reason} lang="" className="break-words">
          {reason}
        </li>
      ))}
    </ul>
  )
}

/** What else went wrong. */
function causes(inquiry: InquiryDetail): string[] {
  const { openState, openError, openAttempts, lastError, accountError } = inquiry
  const attempts = openAttempts === 1 ? '1 attempt' : `${openAttempts} attempts`
  return [
    openError && openState !== 'OPEN' && `${causeText(openError)}, after ${attempts}.`,
    accountError && `We couldn’t open the account: ${causeText(accountError)}.`,
    inquiry.accountRefusal &&
      `The core system refused to open the account: ${inWords(inquiry.accountRefusal)}.`,
    lastError &&
      `We couldn’t refresh the status: ${causeText(lastError)}. ${inquiry.dueAt ? 'We’ll retry automatically.' : 'We stopped retrying. Refresh the status to try again.'}`,
    inquiry.hasOrphan &&
      'The service opened a second inquiry for this case, because it took our retry for a new request. Only the one shown here counts.',
  ].flatMap((cause) => cause || [])
}

export const isDecidedInPortal = (inquiry: InquiryDetail): boolean =>
  inquiry.portalDecisionNote !== null || inquiry.portalDecidedAt !== null

/** The account, and the decision as the contract gives it: who, when and the note. Nothing is inferred. */
function Facts({ inquiry }: { inquiry: InquiryDetail }) {
  const { status, portalDecisionNote, portalDecidedAt } = inquiry
  const inPortal = isDecidedInPortal(inquiry)
  const isDecided = inPortal || isDecision(status)
  const at = portalDecidedAt ?? (isDecision(status) ? inquiry.statusSince : null)
  if (!isDecided && !inquiry.accountOpenedAt) return null
  return (
    <dl className="mt-3.5 grid gap-x-8 gap-y-3 border-t border-foreground/10 pt-3 pl-8 text-sm/6 sm:grid-cols-2 xl:grid-cols-3">
      {inquiry.accountOpenedAt && (
        <Row label="Account">
          {inquiry.account && (
            <span className="flex items-center gap-1.5 text-lg/7 font-semibold tabular-nums">
              <span translate="no" className="min-w-0 break-words">
                {inquiry.account}
              </span>
              <CopyButton
                text={inquiry.account}
                label="Copy the account number"
                copiedLabel="Account number copied"
              />
            </span>
          )}
          <span className="text-muted-foreground">
            opened <UtcTime iso={inquiry.accountOpenedAt} />
          </span>
        </Row>
      )}
      {isDecided && (
        <Row label={inquiry.reversedAt ? 'Reversed by' : 'Decided by'}>
          <span className="block">
            {inPortal ? 'A person, in the service’s portal' : 'The service, automatically'}
          </span>
          {at !== null && (
            <span className="text-muted-foreground">
              <UtcTime iso={at} />
            </span>
          )}
        </Row>
      )}
      {inPortal && (
        <Row label="Decision note">
          <span
            lang={portalDecisionNote === null ? undefined : ''}
            className="break-words whitespace-pre-line"
          >
            {portalDecisionNote ?? 'No note.'}
          </span>
        </Row>
      )}
    </dl>
  )
}

/** A value under its label. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs/5 text-muted-foreground">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
