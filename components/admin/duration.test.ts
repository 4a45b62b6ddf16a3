import { expect, test } from 'vitest'
import { formatDuration, waited } from './duration'

test.each([
  [0.2, '0 s'],
  [48, '48 s'],
  [125, '2 min 5 s'],
  [3_600, '1 h'],
  [11_405, '3 h 10 min'],
  [86_405, '1 d'],
  [187_200, '2 d 4 h'],
])('%d seconds read as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('whoever has waited for a day is overdue', () => {
  const now = new Date('2026-03-14T12:00:00Z')
  expect(waited('2026-03-14T09:55:00Z', now)).toEqual({ text: '2 h 5 min', isOverdue: false })
  expect(waited('2026-03-13T12:00:00Z', now)).toEqual({ text: '1 d', isOverdue: true })
})
