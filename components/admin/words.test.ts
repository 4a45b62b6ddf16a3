import { expect, test } from 'vitest'
import { formatDuration, inWords, waited } from './words'

test.each([
  ['ESCALATED', 'Escalated'],
  ['LIVENESS_CHECK', 'Liveness check'],
  ['placeOfBirth', 'Place of birth'],
  ['inquiry.future_1', 'Inquiry future 1'],
  ['', ''],
])('%s becomes "%s"', (code, words) => {
  expect(inWords(code)).toBe(words)
})

test.each([
  [-3, 'under 1 s'],
  [0.7, 'under 1 s'],
  [1, '1 s'],
  [48, '48 s'],
  [125, '2 min'],
  [3_600, '1 h'],
  [11_405, '3 h 10 min'],
  [86_405, '1 d'],
  [187_200, '2 d 4 h'],
])('%d seconds read as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a wait of a day is overdue, and a wait is shown without seconds', () => {
  const now = new Date('2026-01-02T12:00:00Z')
  const after = (ms: number) => waited(new Date(now.getTime() - ms), now)
  expect(after(59_999)).toEqual({ text: 'under 1 min', isOverdue: false })
  expect(after(24 * 3_600_000 - 1)).toEqual({ text: '23 h 59 min', isOverdue: false })
  expect(after(24 * 3_600_000)).toEqual({ text: '1 d', isOverdue: true })
})
