/** Events and rejected deliveries in words, with what an engineer needs to fix each. */
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ClockTime, utcDayText } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/event-list'
import { REJECTION_REASONS, type RejectionReason } from '@/lib/rejection-reasons'
import { type Column, CopyText, DataTable, InquiryLink } from './data-table'
import { statusLook } from './status'
import { entryFor, inWords } from './words'

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
      cell: (event) => <EventCell event={event} address={address} withOutcome={!isOfOneOutcome} />,
    },
    {
      label: 'Outcome',
      phone: 'hide',
      width: 'xl:w-44',
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      label: 'Inquiry',
      phone: 'hide',
      width: 'xl:w-56',
      cell: ({ inquiry, reference, outcome, deliveryId }) => (
        <span className="flex h-6 items-center gap-1">
          <InquiryLink id={inquiry} reference={reference} back={address} />
          {outcome === 'recorded' && <CopyText text={deliveryId} name="Delivery ID" />}
        </span>
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

function Outcome({ outcome }: Pick<EventListItem, 'outcome'>) {
  const { label, tone } = OUTCOME_TEXTS[outcome]
  return outcome === 'recorded' ? <span>{label}</span> : <Badge tone={tone}>{label}</Badge>
}

interface EventCellProps {
  event: EventListItem
  address: string
  withOutcome: boolean
}

/** What happened. A phone has no columns, so there it has the rest of the row too. */
function EventCell({ event, address, withOutcome }: EventCellProps) {
  const { kind, outcome, deliveries, deliveryId, receivedAt, inquiry, reference } = event
  const {
    title,
    dot,
    meaning,
    fix,
    check = [],
  } = outcome === 'rejected' ? rejectionText(kind) : recordedText(event)
  return (
    <>
      <span className="font-medium text-foreground">
        {dot && (
          <span
            aria-hidden="true"
            className={`mr-2 inline-block size-2 rounded-full align-[0.1em] ${dot}`}
          />
        )}
        {title}
        {deliveries > 1 && (
          <span className="font-normal text-subtle-foreground"> · {deliveries} deliveries</span>
        )}
      </span>
      <span className="flex items-center justify-between gap-3 text-xs/6 text-subtle-foreground md:hidden">
        {inquiry !== null && (
          <span className="text-sm/6">
            <InquiryLink id={inquiry} reference={reference} back={address} />
          </span>
        )}
        {withOutcome && outcome !== 'recorded' && <Outcome outcome={outcome} />}
        <ClockTime iso={receivedAt} />
      </span>
      {meaning && <span className="block max-w-3xl">{meaning}</span>}
      {outcome !== 'recorded' && (
        <details className="mt-1 max-w-3xl text-[0.8125rem]/5">
          <summary className="-ml-1 w-fit rounded-md py-1 pr-2 pl-1 font-medium hover:bg-muted">
            For your IT team
          </summary>
          {fix && <p className="mt-1 text-pretty">{fix}</p>}
          {check.map((name) => (
            <Code key={name} name={name} text={name} />
          ))}
          {deliveryId && (
            <>
              <p className="mt-1.5">Delivery ID:</p>
              <Code name="Delivery ID" text={deliveryId} />
            </>
          )}
        </details>
      )}
    </>
  )
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <p className="mt-1.5 flex items-start gap-2">
      <code
        translate="no"
        className="min-w-0 rounded-md bg-muted px-1.5 font-mono text-xs/6 wrap-anywhere text-muted-foreground"
      >
        {text}
      </code>
      <CopyText text={text} name={name} />
    </p>
  )
}

interface EventText {
  title: string
  /** A class with the colour of the status that it reports. */
  dot?: string
  /** What happened, in plain language. */
  meaning?: string
  fix?: string
  /** Exact names that an engineer needs, such as those that the advice refers to. */
  check?: readonly string[]
}

const KINDS: Readonly<Record<string, EventText>> = {
  'inquiry.approved': { title: 'Inquiry approved', dot: statusLook('APPROVED').dot },
  'inquiry.review_in_progress': {
    title: 'Inquiry sent to review',
    dot: statusLook('NEEDS_REVIEW').dot,
  },
  'inquiry.declined': { title: 'Inquiry declined', dot: statusLook('DECLINED').dot },
}

function recordedText({ kind, outcome }: EventListItem): EventText {
  const known = entryFor(KINDS, kind)
  const { meaning } = OUTCOME_TEXTS[outcome]
  return { title: `Unknown event (${inWords(kind)})`, ...known, meaning, check: [kind] }
}

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
    meaning: 'We look at it next.',
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

const HEADER = ['X-Service-Signature: sha256=<hex>']
const REJECTIONS: Readonly<Record<RejectionReason, EventText>> = {
  no_header: {
    title: 'No signature',
    meaning: 'Without one, we ignore a delivery.',
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
    meaning: 'It was over 1 MiB, so we didn’t read it.',
    fix: 'No event is that large, so it didn’t come from the service.',
  },
  too_slow: {
    title: 'Too slow',
    meaning: 'It took longer than ten seconds to arrive, so we stopped reading it.',
    fix: 'If this repeats, check the network and the proxies in between.',
  },
  too_many: {
    title: 'Too many at once',
    meaning: 'We read only a few large ones at a time. The service will retry.',
    fix: 'If this repeats, limit connections at the proxy.',
  },
}

/** A later version may have stored a reason that this one doesn't know. */
export function rejectionText(reason: string): EventText {
  const known = REJECTION_REASONS.find((one) => one === reason)
  if (known) return REJECTIONS[known]
  return {
    title: inWords(reason),
    meaning: 'We ignored the delivery.',
    fix: 'There’s no advice for this reason:',
    check: [reason],
  }
}
