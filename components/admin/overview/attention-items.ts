/** What needs attention, in words, most urgent first. */
import type { Overview } from '@/lib/back-office/views'

export interface AttentionItem {
  /** A number, or a sign where it is not about how many. */
  count: string
  title: string
  text: string
  href: string
  tone: 'bad' | 'warn'
}

const number = new Intl.NumberFormat('en-GB')

/** The overview counts no further than this. */
const COUNTED_AT_MOST = 1000

const countText = (count: number): string =>
  count >= COUNTED_AT_MOST ? `${number.format(COUNTED_AT_MOST)}+` : number.format(count)

export function attentionItems(overview: Overview): AttentionItem[] {
  const { servicePause, reversals, accountsNotOpened } = overview
  const { unsettledTooLong, unmatchedEvents, rejectedDeliveries } = overview
  const items: AttentionItem[] = []
  if (servicePause) {
    items.push({
      count: '!',
      title: 'Calls to the service are paused',
      text: `Reason: ${servicePause.reason}. They go on at ${servicePause.until.slice(11, 19)} UTC.`,
      href: '/admin/inquiries?attention=1',
      tone: 'bad',
    })
  }
  const counted: [number, Omit<AttentionItem, 'count'>][] = [
    [
      reversals,
      {
        title: 'Decisions reversed',
        text: 'The service changed a decision that had been confirmed. Look at the account too.',
        href: '/admin/inquiries?attention=1',
        tone: 'bad',
      },
    ],
    [
      accountsNotOpened,
      {
        title: 'Approved, but the account could not be opened',
        text: "We'll retry automatically. Find out why the core system refuses.",
        href: '/admin/inquiries?attention=1',
        tone: 'bad',
      },
    ],
    [
      rejectedDeliveries,
      {
        title: 'Deliveries rejected in the last 24 hours',
        text: 'They did not carry a valid signature. See why, and what to fix.',
        href: '/admin/events/rejected',
        tone: 'bad',
      },
    ],
    [
      unsettledTooLong,
      {
        title: 'Inquiries unsettled for more than a day',
        text: 'No decision so far. We keep checking, and a customer may be waiting.',
        href: '/admin/inquiries?status=PENDING',
        tone: 'warn',
      },
    ],
    [
      unmatchedEvents,
      {
        title: 'Events in the last 24 hours that match no inquiry',
        text: 'Another system may be using the same tenant.',
        href: '/admin/events',
        tone: 'warn',
      },
    ],
  ]
  return items.concat(
    counted
      .filter(([count]) => count > 0)
      .map(([count, item]) => ({ count: countText(count), ...item })),
  )
}
