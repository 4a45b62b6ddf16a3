import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConfirmButton } from '@/components/admin/confirm-button'
import { CopyText } from '@/components/admin/data-table'
import { PortalLink } from '@/components/admin/portal-link'
import { causeText, inWords } from '@/components/admin/words'
import { cn } from '@/components/ui/cn'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { UtcTime } from '@/components/ui/utc-time'
import { type CaseStep, nextStep } from '@/lib/back-office/case-step'
import type { InquiryDetail } from '@/lib/back-office/inquiry-detail'
import { isDecision } from '@/lib/inquiries/status'

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

interface StepText {
  tone: keyof typeof LOOKS
  title: string
  text: string
}

/** The texts for each next step. */
const STEPS = {
  account_to_block: {
    tone: 'bad',
    title: 'An account is open and must be blocked',
    text: 'The service reversed its approval after the account was opened. The customer reads that it’s on hold. Block it in the core system, then mark it as blocked here.',
  },
  account_to_find: {
    tone: 'bad',
    title: 'An account may be open. If so, block it',
    text: 'The service took back its approval while the core system was opening the account, and we have no answer. Look there, block it if there is one, and mark it as checked here.',
  },
  account_blocked: {
    tone: 'plain',
    title: 'Reversed, and the account is blocked',
    text: 'There’s nothing left to do.',
  },
  reversed: {
    tone: 'bad',
    title: 'The service reversed its decision',
    text: 'No account is open. The timeline shows what happened.',
  },
  opening: {
    tone: 'plain',
    title: 'The check isn’t open yet',
    text: 'We’re asking the service to open it, and will keep trying.',
  },
  not_opened: {
    tone: 'bad',
    title: 'The service refused to open this check',
    text: 'Fix the cause, then ask the applicant to apply again.',
  },
  account_failing: {
    tone: 'bad',
    title: 'The account couldn’t be opened',
    text: 'The applicant is approved, and we keep trying. If this lasts, ask the team that runs the core system.',
  },
  account_refused: {
    tone: 'bad',
    title: 'The core system refused to open the account',
    text: 'The applicant is approved, and has been asked to contact us. We won’t try again.',
  },
  confirming: {
    tone: 'plain',
    title: 'The service reported a new status',
    text: 'We’re asking the service to confirm it. Until it does, nothing happens to the account.',
  },
  not_told: {
    tone: 'bad',
    title: 'The customer couldn’t be told',
    text: 'They can still see the result on their page. Find out why the message fails.',
  },
  applicant: {
    tone: 'plain',
    title: 'The applicant hasn’t finished the check',
    text: 'There’s nothing for you to do.',
  },
  expired: {
    tone: 'warn',
    title: 'The check expired before the applicant finished',
    text: 'They can apply again.',
  },
  service: {
    tone: 'plain',
    title: 'The service is deciding',
    text: 'The applicant has finished the check.',
  },
  decide: {
    tone: 'warn',
    title: 'Needs a reviewer’s decision',
    text: 'A reviewer compares the pictures and details with the reasons, then decides in the service’s portal.',
  },
  account_opening: {
    tone: 'good',
    title: 'Approved',
    text: 'We’re opening the account.',
  },
  account_to_unblock: {
    tone: 'warn',
    title: 'Approved again, and the account was blocked',
    text: 'A colleague blocked the account after an earlier reversal. Unblock it in the core system: the customer reads that it’s open.',
  },
  approved: {
    tone: 'good',
    title: 'Approved, and the account is open',
    text: 'There’s nothing left to do.',
  },
  approved_elsewhere: {
    tone: 'good',
    title: 'Approved',
    text: 'No account was opened for this case: the applicant has, or had, one from another application.',
  },
  declined: {
    tone: 'bad',
    title: 'Declined',
    text: 'The applicant has been asked to contact us. There’s nothing left to do.',
  },
  failed: { tone: 'bad', title: 'The check failed', text: 'The applicant can try again.' },
  unknown: {
    tone: 'warn',
    title: 'The service sent a status that we don’t know',
    text: 'We don’t act on it, and keep checking.',
  },
} as const satisfies Record<CaseStep, StepText>

interface DecisionProps {
  inquiry: InquiryDetail
  mayReveal: boolean
  now: Date
  /** Null if this person may not say that an account is blocked. */
  markBlockedAction: (() => Promise<void>) | null
  /** The service's portal, where reviewers decide. Undefined if it isn't configured. */
  portalUrl: string | undefined
}

/** Shows the next step for the inquiry, its cause, and the decision. */
export function Decision(props: DecisionProps) {
  const { inquiry, mayReveal, now, markBlockedAction, portalUrl } = props
  const step = nextStep(inquiry, now)
  const { tone, title, text } = STEPS[step]
  const { icon: Icon, box, ink } = LOOKS[tone]
  const awaits = inquiry.status === 'NEEDS_REVIEW'
  return (
    <FocusKeeper>
      <section aria-labelledby="decision" className={cn('mb-4 rounded-xl border px-4 py-3.5', box)}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <div className="flex min-w-64 flex-1 gap-3">
            <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', ink)} />
            <div className="min-w-0 text-[0.9375rem]/6">
              <h2 id="decision" className={cn('font-semibold tracking-normal', ink)}>
                {title}
              </h2>
              {awaits && !inquiry.isBeingConfirmed && (
                <Reasons reasons={inquiry.reviewReasons} className="font-medium" />
              )}
              <p className="text-muted-foreground">{text}</p>
              {causes(inquiry).map((cause) => (
                <p key={cause} className="text-muted-foreground">
                  {cause}
                </p>
              ))}
            </div>
          </div>
          {markBlockedAction && step === 'account_to_block' && (
            <ConfirmButton
              id="mark-blocked"
              label="Mark as blocked"
              question="Is the account blocked in the core system?"
              text="This removes the alert for everyone. The audit trail records that you said so."
              action={markBlockedAction}
            />
          )}
          {markBlockedAction && step === 'account_to_find' && (
            <ConfirmButton
              id="mark-blocked"
              label="Mark as checked"
              question="Is no account open in the core system?"
              text="Either there was none, or you’ve blocked it. This removes the alert for everyone. The audit trail records that you said so."
              action={markBlockedAction}
            />
          )}
          {awaits && mayReveal && portalUrl && <PortalLink url={portalUrl} inquiry={inquiry} />}
        </div>
        <Facts inquiry={inquiry} />
      </section>
    </FocusKeeper>
  )
}

/** The service's own words, whose language it doesn't specify. */
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

/** Lists the errors that the row stores. */
function causes(inquiry: InquiryDetail): string[] {
  const { openState, lastError, tries, accountError, noticeError } = inquiry
  return [
    lastError &&
      openState !== 'OPEN' &&
      `${causeText(lastError)}, after ${tries === 1 ? '1 attempt' : `${tries} attempts`}.`,
    accountError && `We couldn’t open the account: ${causeText(accountError)}.`,
    noticeError &&
      `We couldn’t tell the customer: ${causeText(noticeError)}. We’ll retry automatically.`,
    inquiry.accountRefusal &&
      `The core system refused to open the account: ${inWords(inquiry.accountRefusal)}.`,
    lastError &&
      openState === 'OPEN' &&
      `We couldn’t refresh the status: ${causeText(lastError)}. ${inquiry.hasNoNextCall ? 'We stopped retrying. Refresh the status to try again.' : 'We’ll retry automatically.'}`,
  ].flatMap((cause) => cause || [])
}

/** Shows the account and the decision. A decision without the portal's fields counts as the service's own. */
function Facts({ inquiry }: { inquiry: InquiryDetail }) {
  const { status, isBeingConfirmed, portalDecisionNote, portalDecidedAt } = inquiry
  const inPortal = !isBeingConfirmed && (portalDecisionNote !== null || portalDecidedAt !== null)
  const isDecided = inPortal || (!isBeingConfirmed && isDecision(status))
  const at = portalDecidedAt ?? (isDecision(status) ? inquiry.statusSince : null)
  if (!isDecided && !inquiry.accountOpenedAt && !inquiry.accountBlockedAt) return null
  return (
    <dl className="mt-3.5 grid gap-x-8 gap-y-3 border-t border-foreground/10 pt-3 pl-8 text-sm/6 sm:grid-cols-2 xl:grid-cols-3">
      {inquiry.accountOpenedAt && (
        <Row label="Account">
          {inquiry.account && (
            <span className="flex items-center gap-1.5 text-lg/7 font-semibold tabular-nums">
              <span translate="no" className="min-w-0 break-words">
                {inquiry.account}
              </span>
              <CopyText text={inquiry.account} name="Account number" />
            </span>
          )}
          <span className="text-muted-foreground">
            opened <UtcTime at={inquiry.accountOpenedAt} />
          </span>
        </Row>
      )}
      {inquiry.accountBlockedAt && (
        <Row label={inquiry.accountOpenedAt ? 'Account blocked by' : 'Checked by'}>
          <span translate="no" className="block">
            {inquiry.accountBlockedBy}
          </span>
          <span className="text-muted-foreground">
            <UtcTime at={inquiry.accountBlockedAt} />
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
              <UtcTime at={at} />
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
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs/5 text-muted-foreground">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
