/** Lists events and rejected deliveries, and says what to do about a rejected one. */
import { Badge } from '@/components/ui/badge'
import { UtcTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/event-list'
import { REJECTION_TITLES, type RejectionReason } from '@/lib/http/rejection-reasons'
import { CopyText, DataTable, InquiryLink } from './data-table'
import { entryFor, inWords } from './words'

/** @param props.namesSettings whether to name the settings to look at, which only admins can change */
export function EventTable({
  events,
  namesSettings,
}: {
  events: EventListItem[]
  namesSettings: boolean
}) {
  return (
    <DataTable
      label="Events"
      items={events}
      columns={[
        {
          label: 'Received',
          phone: 'line',
          width: 'xl:w-60',
          cell: ({ receivedAt }) => <UtcTime at={receivedAt} />,
        },
        {
          label: 'Event',
          isRowHeader: true,
          phone: 'line',
          cell: (event) => <EventCell event={event} namesSettings={namesSettings} />,
        },
        {
          label: 'Outcome',
          phone: 'shared',
          width: 'xl:w-40',
          cell: ({ outcome }) => {
            const { label, tone } = OUTCOMES[outcome]
            return outcome === 'recorded' ? label : <Badge tone={tone}>{label}</Badge>
          },
        },
        {
          label: 'Inquiry',
          phone: 'shared',
          width: 'xl:w-48',
          cell: ({ inquiry, reference }) => <InquiryLink id={inquiry} reference={reference} />,
        },
      ]}
    />
  )
}

function EventCell({ event, namesSettings }: { event: EventListItem; namesSettings: boolean }) {
  const { kind, outcome, deliveries, deliveryId } = event
  const { title, text, settings }: Partial<RejectionText> =
    outcome === 'rejected'
      ? rejectionText(kind)
      : {
          title: entryFor(KINDS, kind) ?? `Unknown event (${inWords(kind)})`,
          text: OUTCOMES[outcome].text,
        }
  return (
    <>
      <span title={kind} className="font-medium text-foreground">
        {title}
      </span>
      {deliveries > 1 && <span className="text-subtle-foreground"> · {deliveries} deliveries</span>}
      {text && (
        <span className="block max-w-2xl text-pretty wrap-anywhere">
          {text} {namesSettings ? settings : settings && 'Tell an admin.'}
        </span>
      )}
      {outcome !== 'recorded' && deliveryId && (
        <span className="flex items-center gap-1 text-[0.8125rem]/6 text-subtle-foreground">
          <span>Delivery ID</span>
          <CopyText text={deliveryId} name="Delivery ID" />
        </span>
      )}
    </>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  'inquiry.approved': 'Inquiry approved',
  'inquiry.review_in_progress': 'Inquiry sent to review',
  'inquiry.declined': 'Inquiry declined',
}

interface OutcomeText {
  label: string
  tone: 'warn' | 'info' | 'bad' | 'plain'
  text?: string
}

export const OUTCOMES: Readonly<Record<EventListItem['outcome'], OutcomeText>> = {
  recorded: { label: 'Recorded', tone: 'plain' },
  waiting: { label: 'Waiting', tone: 'info', text: 'We look at it next.' },
  set_aside: {
    label: 'Set aside',
    tone: 'warn',
    text: 'It isn’t about an inquiry that we follow.',
  },
  unknown_kind: {
    label: 'Unknown type',
    tone: 'info',
    text: 'We don’t act on this type of event.',
  },
  rejected: { label: 'Rejected', tone: 'bad' },
}

interface RejectionText {
  title: string
  /** Says what happened, and what an engineer should check. */
  text: string
  /** Names the settings to check. */
  settings?: string
}

const EXPECTED = 'Expected: X-Service-Signature: sha256=<hex>.'
const REJECTIONS: Readonly<Record<RejectionReason, Omit<RejectionText, 'title'>>> = {
  no_header: {
    text: `Without one, we ignore a delivery. A proxy may have removed the header, or the delivery didn’t come from the service. ${EXPECTED}`,
  },
  malformed_header: {
    text: `The signature isn’t in the form that the service sends, so we ignored the delivery. Find out who sent it, or check the proxies in between. ${EXPECTED}`,
  },
  wrong_secret_or_altered_body: {
    text: 'The signature doesn’t match the content, so we ignored the delivery. Its secret may differ from ours, or a proxy may rewrite the content.',
    settings:
      'Compare VERIFICATION_WEBHOOK_SECRET and its form with the endpoint’s secret in the portal.',
  },
  unreadable_event: {
    text: 'The signature is valid, but the content isn’t an event, so we ignored the delivery. Report it to the service.',
  },
  too_large: {
    text: 'It was over 1 MiB, so we didn’t read it. No event is that large, so it didn’t come from the service.',
  },
  too_slow: {
    text: 'It took longer than ten seconds to arrive, so we stopped reading it. If this repeats, check the network and the proxies in between.',
  },
  too_many: {
    text: 'We read only a few large ones at a time. The service will retry. If this repeats, limit connections at the proxy.',
  },
}

/** A later version of the app may have stored a reason that this one doesn't know. */
const rejectionText = (reason: string): RejectionText => ({
  title: entryFor(REJECTION_TITLES, reason) ?? inWords(reason),
  ...(entryFor(REJECTIONS, reason) ?? { text: 'We ignored the delivery.' }),
})
