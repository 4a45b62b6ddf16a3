import { expect, test } from 'vitest'
import type { TimelineEntry } from '@/lib/back-office/inquiry-detail'
import { timelineText } from './timeline'

const base = { id: '1', at: new Date(0) }
const revealed = {
  ...base,
  kind: 'audit',
  action: 'identity.revealed',
  outcome: 'allowed',
} as const

test.each<[TimelineEntry, string]>([
  [{ ...base, kind: 'requested' }, 'Application received'],
  [
    {
      ...base,
      kind: 'event',
      type: 'inquiry.approved',
      status: 'APPROVED',
      deliveries: 3,
      isSetAside: false,
    },
    'The service reported: Approved: delivered 3 times',
  ],
  [
    {
      ...base,
      kind: 'event',
      type: 'inquiry.future',
      status: null,
      deliveries: 1,
      isSetAside: false,
    },
    'The service sent an event of an unknown type: Inquiry future, delivered once',
  ],
  [
    {
      ...base,
      kind: 'event',
      type: 'inquiry.approved',
      status: 'APPROVED',
      deliveries: 1,
      isSetAside: true,
    },
    'The service sent an event with our reference and another inquiry’s id: set aside',
  ],
  [
    { ...base, kind: 'change', from: 'COMPLETED', to: 'NEEDS_REVIEW', isByPerson: false },
    'The service sent the case to review: checked with the service',
  ],
  [
    { ...base, kind: 'change', from: 'APPROVED', to: 'DECLINED', isByPerson: true },
    'The service reversed its decision: Approved became Declined: decided by a person in the portal, checked with the service',
  ],
  [
    { ...base, kind: 'change', from: null, to: 'ESCALATED', isByPerson: false },
    'The status changed: Unknown status (Escalated): checked with the service',
  ],
  [{ ...revealed, by: 'Ada' }, 'Revealed identity and documents: Ada'],
  [{ ...revealed, by: 'Ada', outcome: 'refused' }, 'Revealed identity and documents: Ada, refused'],
  [
    { ...base, kind: 'audit', action: 'account.opened', outcome: 'opened', by: 'system' },
    'Account opened: System',
  ],
  [
    {
      ...base,
      kind: 'audit',
      action: 'customer.notified',
      outcome: 'decided_approved',
      by: 'system',
    },
    'Told the customer: approved',
  ],
  [
    { ...base, kind: 'audit', action: 'case.starred', outcome: 'x', by: 'Ada' },
    'Case starred: Ada',
  ],
])('%o reads as "%s"', (entry, expected) => {
  const { title, detail } = timelineText(entry)
  expect(detail ? `${title}: ${detail}` : title).toBe(expected)
})
