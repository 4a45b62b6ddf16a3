// Each mistake is actually made: in a PostgreSQL server, a pooler, the app's own handlers on a socket, or a scripted service.
// All checks run each time, and must report the mistake with its fix and nothing else.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasPgBouncer } from './pgbouncer.ts'
import { DATABASE_MISTAKES } from './planted/database.ts'
import { DEPLOYMENT_MISTAKES } from './planted/deployment.ts'
import {
  complaints,
  healthy,
  type Installation,
  startInstallation,
} from './planted/installation.ts'
import { SERVICE_MISTAKES } from './planted/service.ts'
import { stopServing } from './test-server.ts'

const MISTAKES = [...SERVICE_MISTAKES, ...DATABASE_MISTAKES, ...DEPLOYMENT_MISTAKES]

let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
})
beforeEach(() => installation.app.service.answer(healthy))
afterEach(async () => {
  vi.useRealTimers()
  for (const step of installation.undo.splice(0).reverse()) await step()
})
afterAll(async () => {
  stopServing()
  await installation.app.stop()
})

test('a healthy installation gives no complaints', async () => {
  expect(await complaints(installation, { opens: true, instances: [installation.appUrl] })).toEqual(
    [],
  )
})

test('at least twenty mistakes need no pooler', () => {
  expect(MISTAKES.filter(({ needsPgBouncer }) => !needsPgBouncer).length).toBeGreaterThanOrEqual(20)
})

test.for(MISTAKES.map((each) => [each.mistake, each] as const))(
  '%s: reported with its fix',
  async ([, { plant, found, needsPgBouncer }], { skip }) => {
    if (needsPgBouncer) skip(!hasPgBouncer, 'PgBouncer is not installed')
    const said = await complaints(installation, await plant(installation))
    for (const expected of found) expect(said).toContainEqual(expect.stringMatching(expected))
    expect(said.filter((each) => !found.some((expected) => expected.test(each)))).toEqual([])
  },
)
