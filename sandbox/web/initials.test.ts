import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Harbour Credit Union', 'HC'],
  ['northwind', 'N'],
  [' “Ørsted & Søn” ', 'ØS'],
  ['𝒜 bank', '𝒜B'],
  ['!', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
