import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RULINGS } from './conformance/clauses/rulings.ts'
import { SECTIONS } from './conformance/walk.ts'
import { GAPS } from './scenario/gaps/table.ts'
import { DEMO_TENANT, OTHER_TENANT } from './scenario/seed.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const rows = readme.split('\n').flatMap((line) => {
  const [, id, , last] = /^\| ([A-Z]\d+) +\|([^|]*)\|(.*)\|$/.exec(line) ?? []
  return id === undefined ? [] : [{ id, last: last ?? '' }]
})

test('the README lists each clause and ruling that the suite checks', () => {
  const checks = [...SECTIONS.flatMap(([, clauses]) => clauses), ...RULINGS]
  const ids = checks.map(({ id }) => id)
  expect(rows.flatMap(({ id }) => (id.startsWith('N') ? [] : id))).toEqual(ids)
})

test('the README lists every value of every gap, with the default first', () => {
  const documented = rows.flatMap(({ id, last }) => {
    // Brackets contain explanations of values.
    const values = [...last.replace(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map(
      ([, value]) => value,
    )
    return id.startsWith('N') ? [[id, values]] : []
  })
  const settings = Object.entries(GAPS).map(([id, { values }]) => [id, values])
  expect(documented).toEqual(settings)
})

test('the README has the key and the template of both seeded tenants', () => {
  for (const { apiKey, templateId } of [DEMO_TENANT, OTHER_TENANT]) {
    expect(readme).toContain(`\`${apiKey}\``)
    expect(readme).toContain(`\`${templateId}\``)
  }
})
