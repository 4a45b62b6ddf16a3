import { expect, test } from 'vitest'
import { can, isRole, ROLES, STAFF_PAGES } from './staff'

test('a name that every object has is no role', () => {
  expect(isRole('toString')).toBe(false)
})

test('every role has a page to land on', () => {
  for (const role of ROLES)
    expect(
      STAFF_PAGES.some(({ permission }) => can({ role }, permission)),
      role,
    ).toBe(true)
})
