/** What needs attention, most urgent first. */
import type { Overview } from '@/lib/back-office/views'

export interface AttentionItem {
  /** A number, or a symbol for what can't be counted. */
  count: string
  title: string
  text: string
  href: string
  tone: 'bad' | 'warn'
}

const number = new Intl.NumberFormat('en-GB')

/** The overview stops counting here. */
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
      text: `Reason: ${servicePause.reason}. Calls resume at ${servicePause.until.slice(11, 19)} UTC.`,
      href: '/admin/inquiries?attention=1',
      tone: 'bad',
    })
  }
  const counted: [number, Omit<AttentionItem, 'count'>][] = [
    [
      reversals,
      {
        title: 'Decisions reversed',
        text: 'The service changed a decision after we had confirmed it. Check whether an account was opened.',
        href: '/admin/inquiries?attention=1',
        tone: 'bad',
      },
    ],
    [
      accountsNotOpened,
      {
        title: "Approved, but the account couldn't be opened",
        text: "We'll retry automatically. Find out why the core system rejects them.",
        href: '/admin/inquiries?attention=1',
        tone: 'bad',
      },
    ],
    [
      rejectedDeliveries,
      {
        title: 'Deliveries rejected in the last 24 hours',
        text: "We couldn't accept them. See the reasons, and how to fix each one.",
        href: '/admin/events/rejected',
        tone: 'bad',
      },
    ],
    [
      unsettledTooLong,
      {
        title: 'Inquiries without a decision for more than a day',
        text: 'No decision yet. We keep checking, but customers may be waiting.',
        href: '/admin/inquiries?status=PENDING',
        tone: 'warn',
      },
    ],
    [
      unmatchedEvents,
      {
        title: "Events in the last 24 hours that don't match an inquiry",
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
