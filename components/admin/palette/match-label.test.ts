import { expect, test } from 'vitest'
import { matchesLabel } from './match-label'

test.each([
  ['', true],
  ['show', true],
  ['doc id', true],
  ['  SHOW ', true],
  ['how', false],
  ['show list', false],
])('"%s" matches "Show identity and documents": %s', (typed, matches) => {
  expect(matchesLabel('Show identity and documents', typed)).toBe(matches)
})

test('accents needn’t be typed', () => {
  expect(matchesLabel('Zurück zur Übersicht', 'zuruck ub')).toBe(true)
})
