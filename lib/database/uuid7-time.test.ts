import { expect, test } from 'vitest'
import { uuid7At } from './uuid7-time'

test('an id starts with its time in milliseconds, and the smallest one of that time ends in zeros', () => {
  expect(uuid7At(new Date('2026-01-01T00:00:00.123Z'))).toBe('019b76da-a87b-7000-8000-000000000000')
  expect(uuid7At(new Date(0))).toBe('00000000-0000-7000-8000-000000000000')
  expect(uuid7At(new Date(1))).toBe('00000000-0001-7000-8000-000000000000')
})

test('a time before 1970 gives the smallest id of all', () => {
  expect(uuid7At(new Date(-1))).toBe(uuid7At(new Date(0)))
})
