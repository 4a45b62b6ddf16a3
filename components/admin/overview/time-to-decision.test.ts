import { expect, test } from 'vitest'
import { formatDuration } from './time-to-decision'

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
