import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STAFF_PAGES } from '@/lib/roles'

test('the table of the roles has every staff page', () => {
  const folders = readdirSync('app/admin', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\[|^sign-in$/.test(entry.name))
    .map(({ name }) => `/admin/${name}`)
  expect(Object.keys(STAFF_PAGES).sort()).toEqual(['/admin', ...folders].sort())
})
