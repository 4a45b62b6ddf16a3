import { expect, test } from 'vitest'
import { isRole } from './staff'

test('a name that every object has is no role', () => {
  expect(isRole('toString')).toBe(false)
})
