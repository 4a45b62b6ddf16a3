import { expect, test } from 'vitest'
import { findHome, ROLES } from './roles'

test.each(ROLES)('%s may open a page', (role) => {
  expect(findHome({ role })).not.toBeNull()
})
