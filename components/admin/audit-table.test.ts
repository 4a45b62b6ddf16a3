import { expect, test } from 'vitest'
import { groupRepeated, outcomeText } from './audit-table'

const entry = {
  at: new Date(0),
  actor: 'Rhea',
  action: 'identity.revealed',
  subject: null,
  outcome: 'allowed',
  inquiry: 'a',
  reference: 'REF-1',
}

test('what one person did several times in a row with one inquiry is one row, and nothing else is joined', () => {
  const trail = [entry, entry, { ...entry, actor: 'Ada' }, entry, { ...entry, outcome: 'refused' }]
  const entries = trail.map((one, index) => ({ ...one, id: String(index) }))
  expect(groupRepeated(entries).map(({ id, count }) => [id, count])).toEqual([
    ['0', 2],
    ['2', 1],
    ['3', 1],
    ['4', 1],
  ])
})

test.each([
  ['customer.notified', 'decided_approved', 'approved'],
  ['customer.notified', 'reversed_declined', 'declined, after a reversal'],
  ['customer.notified', 'account', 'about the account'],
  ['staff.signed_in', 'credentials', 'with a password'],
  ['account.granted', 'second_try', 'second try'],
])('the outcome of %s, %s, reads as "%s"', (action, outcome, text) => {
  expect(outcomeText({ action, outcome })).toBe(text)
})
