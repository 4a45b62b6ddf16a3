import { expect, test } from 'vitest'
import { inWords } from './in-words'

test.each([
  ['ESCALATED', 'Escalated'],
  ['LIVENESS_CHECK', 'Liveness check'],
  ['placeOfBirth', 'Place of birth'],
  ['inquiry.future_1', 'Inquiry future 1'],
  ['', ''],
])('%s becomes "%s"', (code, words) => {
  expect(inWords(code)).toBe(words)
})
