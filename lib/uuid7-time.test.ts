import { expect, test } from 'vitest'
import { uuid7At } from './uuid7-time'

test('the ids of a moment begin with its milliseconds, and the least of them ends in zeros', () => {
  expect(uuid7At(new Date('2026-01-01T00:00:00.123Z'))).toBe('019b76da-a87b-7000-8000-000000000000')
  expect(uuid7At(new Date(0))).toBe('00000000-0000-7000-8000-000000000000')
  expect(uuid7At(new Date(1))).toBe('00000000-0001-7000-8000-000000000000')
})

test('before there were such ids there is the least one', () => {
  expect(uuid7At(new Date(-1))).toBe(uuid7At(new Date(0)))
})
