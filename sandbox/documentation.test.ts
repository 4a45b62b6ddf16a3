// The README is the control API's only documentation, so it must name everything.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_FAULTS, WEBHOOK_FAULTS } from './scenario/faults.ts'
import { GAPS } from './scenario/gaps/table.ts'
import { setUp } from './testing/merchant.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

test('the README names every fault and every value of every gap', () => {
  const kinds = [...Object.keys(WEBHOOK_FAULTS), ...Object.keys(API_FAULTS)]
  const values = Object.values(GAPS).flatMap((gap) => [...gap.values])
  for (const name of [...kinds, ...values]) expect(readme).toContain(`\`${name}\``)
})

test('the README names every route of the control API', async () => {
  const { sandbox } = setUp()
  const routes = sandbox.app.routes
    .filter(({ path, method }) => path.startsWith('/sandbox/') && method !== 'ALL')
    .map(({ path }) => path.replace('/sandbox', '').replaceAll(/:(\w+)/g, '{$1}'))
  await sandbox.close()
  expect(routes.length).toBeGreaterThan(30)
  const unnamed = routes.filter((path) => !readme.includes(path) && !abbreviated(path))
  expect(unnamed).toEqual([])
})

/** `POST /keys/{keyId}/revoke`, `…/expire` */
function abbreviated(path: string): boolean {
  return readme.includes(`\`…${path.slice(path.lastIndexOf('/'))}\``)
}
