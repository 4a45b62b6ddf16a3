import { expect, test } from 'vitest'
import { PAGE_SIZE, toPage } from './page'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a page has 25 items, and a cursor if there is one more', () => {
  expect(PAGE_SIZE).toBe(25)
  expect(toPage(numbers(26), String)).toEqual({ items: numbers(25), nextCursor: '24' })
  expect(toPage(numbers(25), String)).toEqual({ items: numbers(25), nextCursor: null })
  expect(toPage([], String)).toEqual({ items: [], nextCursor: null })
})
