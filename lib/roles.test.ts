import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findHome, ROLES, STAFF_PAGES } from './roles'

test.each(ROLES)('%s may open a page', (role) => {
  expect(findHome({ role })).not.toBeNull()
})

test('each page of the menu is in the table', () => {
  const folders = readdirSync('app/admin', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\[|^sign-in$/.test(entry.name))
    .map(({ name }) => `/admin/${name}`)
  expect(Object.keys(STAFF_PAGES).sort()).toEqual(['/admin', ...folders].sort())
})
