/** Events and rejected deliveries in words, with what an engineer needs to fix each. */
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ClockTime, utcDayText } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'
import { REJECTION_REASONS, type RejectionReason } from '@/lib/rejection-reasons'
import { type Column, CopyText, DataTable, InquiryLink } from './data-table'
import { inWords } from './words'

interface EventTableProps {
  events: EventListItem[]
  /** This list's URL, for the link back from an inquiry. */
  address: string
  /** Whether the filter already says the outcome of all. */
  isOfOneOutcome: boolean
  empty: ReactNode
}

export function EventTable({ events, address, isOfOneOutcome, empty }: EventTableProps) {
  const columns: Column<EventListItem>[] = [
    {
      label: 'Received',
      phone: 'hide',
      width: 'md:w-28',
      cell: ({ receivedAt }) => <ClockTime iso={receivedAt} />,
    },
    {
      label: 'Event',
      phone: 'row',
      width: 'md:w-[46%]',
      cell: (event) =>
        event.outcome === 'rejected' ? (
          <Rejection event={event} withOutcome={!isOfOneOutcome} />
        ) : (
          <Recorded event={event} withOutcome={!isOfOneOutcome} />
        ),
    },
    {
      label: 'Outcome',
      phone: 'hide',
      cell: ({ outcome }) => {
        const { label, tone } = OUTCOME_TEXTS[outcome]
        return outcome === 'recorded' ? label : <Badge tone={tone}>{label}</Badge>
      },
    },
    {
      label: 'Delivery ID',
      from: 'lg',
      phone: 'hide',
      cell: ({ deliveryId }) => (
        <span className="inline-flex items-center gap-1 whitespace-nowrap text-subtle-foreground">
          {deliveryId === null ? (
            'None'
          ) : (
            <span translate="no" className="font-mono text-xs">
              …{deliveryId.slice(-6)}
            </span>
          )}
          <CopyText text={deliveryId} name="Delivery ID" />
        </span>
      ),
    },
    {
      label: 'Inquiry',
      phone: 'start',
      cell: ({ inquiry, reference }) => (
        <InquiryLink id={inquiry} reference={reference} back={address} />
      ),
    },
  ]
  return (
    <DataTable
      label="Events"
      items={events}
      groupOf={({ receivedAt }) => utcDayText(receivedAt)}
      columns={columns.filter(
        ({ label }) =>
          !(label === 'Outcome' && isOfOneOutcome) &&
          !(label === 'Inquiry' && events.every(({ inquiry }) => inquiry === null)),
      )}
      empty={empty}
    />
  )
}

interface EventProps {
  event: EventListItem
  withOutcome: boolean
}

/** A phone has no column for the outcome and the time. */
function Title({
  event: { outcome, receivedAt },
  withOutcome,
  children,
}: EventProps & { children: ReactNode }) {
  const { label, tone } = OUTCOME_TEXTS[outcome]
  return (
    <span className="flex items-start justify-between gap-x-3 text-foreground">
      <span className="min-w-0 font-medium">{children}</span>
      <span className="flex shrink-0 flex-col items-end text-xs/6 text-subtle-foreground md:hidden">
        {withOutcome && outcome !== 'recorded' && <Badge tone={tone}>{label}</Badge>}
        <ClockTime iso={receivedAt} />
      </span>
    </span>
  )
}

function Recorded({ event, withOutcome }: EventProps) {
  const { kind, outcome, deliveries } = event
  const { meaning } = OUTCOME_TEXTS[outcome]
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3 max-md:block">
        <Title event={event} withOutcome={withOutcome}>
          {kindText(kind)}
        </Title>
        <span
          translate="no"
          className="min-w-0 font-mono text-xs/5 break-words text-subtle-foreground max-xl:hidden"
        >
          {kind}
        </span>
      </span>
      {meaning && <span className="block text-subtle-foreground">{meaning}</span>}
      {deliveries > 1 && (
        <span className="block text-muted-foreground">Delivered {deliveries} times</span>
      )}
    </>
  )
}

function Rejection({ event, withOutcome }: EventProps) {
  const { kind, deliveries } = event
  const { title, meaning, fix, check = [] } = rejectionText(kind)
  return (
    <>
      <Title event={event} withOutcome={withOutcome}>
        {title}
        {deliveries > 1 && (
          <span className="font-normal text-subtle-foreground"> · {deliveries} deliveries</span>
        )}
      </Title>
      <span className="mt-0.5 block max-w-xl text-muted-foreground">{meaning}</span>
      <details className="mt-1 max-w-2xl text-[0.8125rem]/5 text-muted-foreground">
        <summary className="-ml-1 w-fit rounded-md py-1 pr-2 pl-1 font-medium hover:bg-muted">
          For your IT team
        </summary>
        <p className="mt-1 text-pretty">{fix}</p>
        {check.map((name) => (
          <p key={name} className="mt-1.5 flex items-start gap-2">
            <code
              translate="no"
              className="min-w-0 rounded-md bg-muted px-1.5 font-mono text-xs/6 wrap-anywhere text-muted-foreground"
            >
              {name}
            </code>
            <CopyText text={name} name={name} />
          </p>
        ))}
      </details>
    </>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  'inquiry.approved': 'Inquiry approved',
  'inquiry.review_in_progress': 'Inquiry sent to review',
  'inquiry.declined': 'Inquiry declined',
}

/** The screen shows the exact type next to it. */
const kindText = (kind: string): string =>
  new Map(Object.entries(KINDS)).get(kind) ?? `Unknown event (${inWords(kind)})`

interface OutcomeText {
  label: string
  tone: 'good' | 'warn' | 'info' | 'bad'
  meaning?: string
}

export const OUTCOME_TEXTS: Readonly<Record<EventListItem['outcome'], OutcomeText>> = {
  recorded: { label: 'Recorded', tone: 'good' },
  waiting: {
    label: 'Waiting',
    tone: 'info',
    meaning: 'We don’t know its inquiry yet.',
  },
  set_aside: {
    label: 'Set aside',
    tone: 'warn',
    meaning: 'It isn’t about an inquiry that we follow.',
  },
  unknown_kind: {
    label: 'Unknown type',
    tone: 'info',
    meaning: 'We don’t act on this type of event.',
  },
  rejected: { label: 'Rejected', tone: 'bad' },
}

interface RejectionText {
  title: string
  /** What happened, in plain language. */
  meaning: string
  fix: string
  /** Exact names that the advice refers to. */
  check?: readonly string[]
}

const HEADER = ['X-Service-Signature: sha256=<hex>']
const REJECTIONS: Readonly<Record<RejectionReason, RejectionText>> = {
  no_header: {
    title: 'No signature',
    meaning: 'The delivery has no signature, so we ignored it.',
    fix: 'A proxy may have removed the header, or the delivery didn’t come from the service. Expected:',
    check: HEADER,
  },
  malformed_header: {
    title: 'Malformed signature',
    meaning: 'The signature isn’t in the form that the service sends, so we ignored the delivery.',
    fix: 'Check the proxies between the service and this app. Expected:',
    check: HEADER,
  },
  bare_digest: {
    title: 'Digest without its prefix',
    meaning:
      'The signature lacks the prefix that the service always sends, so we ignored the delivery.',
    fix: 'Find out who sent it. Expected:',
    check: HEADER,
  },
  wrong_secret_or_altered_body: {
    title: 'Wrong secret or altered body',
    meaning: 'The signature doesn’t match the content, so we ignored the delivery.',
    fix: 'Compare this app’s webhook secret with the endpoint’s in the portal. After a rotation, the service signs with the new one. If they’re the same, either the service derives its key from the secret in another way, or a proxy rewrites the content. Check:',
    check: ['VERIFICATION_WEBHOOK_SECRET', 'VERIFICATION_WEBHOOK_SECRET_FORM'],
  },
  unreadable_event: {
    title: 'Signed, but not an event',
    meaning: 'The signature is valid, but the content isn’t an event, so we ignored the delivery.',
    fix: 'The body doesn’t follow the contract. Report it to the service.',
  },
  too_large: {
    title: 'Too large',
    meaning: 'The delivery was over 1 MiB, so we didn’t read it.',
    fix: 'No event is that large, so it didn’t come from the service.',
  },
  too_slow: {
    title: 'Too slow',
    meaning: 'The delivery took longer than ten seconds to arrive, so we stopped reading it.',
    fix: 'If this repeats, check the network and the proxies in between.',
  },
  too_many: {
    title: 'Too many at once',
    meaning:
      'Too many large or unfinished deliveries were arriving at once. The service will retry.',
    fix: 'If this repeats, limit connections at the proxy.',
  },
}

/** A later version may have stored a reason that this one doesn't know. */
export function rejectionText(reason: string): RejectionText {
  const known = REJECTION_REASONS.find((one) => one === reason)
  if (known) return REJECTIONS[known]
  return {
    title: inWords(reason),
    meaning: 'We ignored the delivery.',
    fix: 'There’s no advice for this reason:',
    check: [reason],
  }
}
