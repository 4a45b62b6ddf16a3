import { expect, test } from 'vitest'
import { uuid7At } from '../uuid7-time'
import { before, PAGE_SIZE, toPage } from './page'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a page has 25 items, and a cursor if there is one more', () => {
  expect(PAGE_SIZE).toBe(25)
  expect(toPage(numbers(26), String)).toEqual({ items: numbers(25), nextCursor: '24' })
  expect(toPage(numbers(25), String)).toEqual({ items: numbers(25), nextCursor: null })
  expect(toPage([], String)).toEqual({ items: [], nextCursor: null })
})

test('an invalid cursor adds no condition', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect(before(id)).toEqual({ lt: id })
  for (const invalid of [undefined, '', '1', `${id}x`]) expect(before(invalid)).toBeUndefined()
})

test('uuid7At returns the smallest id of its time', () => {
  expect(uuid7At(new Date('2026-01-01T00:00:00Z'))).toBe('019b76da-a800-7000-8000-000000000000')
  expect(uuid7At(new Date(0))).toBe('00000000-0000-7000-8000-000000000000')
  expect(uuid7At(new Date(-5))).toBe('00000000-0000-7000-8000-000000000000')
})
