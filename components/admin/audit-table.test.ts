import { expect, test } from 'vitest'
import { groupRepeated } from './audit-table'

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
