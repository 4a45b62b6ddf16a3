/** What needs attention, most urgent first. */
import { countText } from '@/components/admin/count'
import type { Overview } from '@/lib/back-office/views'

interface AttentionItem {
  /** The key of its texts. */
  id:
    | 'paused'
    | 'reversals'
    | 'accountsNotOpened'
    | 'rejectedDeliveries'
    | 'waitingTooLong'
    | 'unmatchedEvents'
  /** A number, or a symbol for what can't be counted. */
  count: string
  href: string
  tone: 'bad' | 'warn'
}

export function attentionItems(overview: Overview): AttentionItem[] {
  const { servicePause, reversals, accountsNotOpened } = overview
  const { waitingTooLong, unmatchedEvents, rejectedDeliveries } = overview
  const rejected = rejectedDeliveries.reduce((sum, { count }) => sum + count, 0)
  const attention = '/admin/inquiries?attention=1'
  const counted: [number, Omit<AttentionItem, 'count'>][] = [
    [reversals, { id: 'reversals', href: attention, tone: 'bad' }],
    [accountsNotOpened, { id: 'accountsNotOpened', href: attention, tone: 'bad' }],
    [rejected, { id: 'rejectedDeliveries', href: '/admin/events/rejected', tone: 'bad' }],
    [waitingTooLong, { id: 'waitingTooLong', href: '/admin/inquiries?sort=waiting', tone: 'warn' }],
    [
      unmatchedEvents,
      { id: 'unmatchedEvents', href: '/admin/events?match=no_inquiry', tone: 'warn' },
    ],
  ]
  const paused: AttentionItem[] = servicePause
    ? [{ id: 'paused', count: '!', href: attention, tone: 'bad' }]
    : []
  return paused.concat(
    counted.flatMap(([count, item]) => (count > 0 ? [{ count: countText(count), ...item }] : [])),
  )
}
