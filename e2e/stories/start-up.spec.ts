// Starting a second demo next to a running one fails with a one-line reason, and doesn't disturb the running one.
import { randomBytes } from 'node:crypto'
import { ACTION_KEY_VARIABLE } from '../../scripts/action-key'
import { findFreePorts } from '../fixtures/free-ports'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

test.use({ ownStack: 'embedded' })
test.describe.configure({ mode: 'default' })

test.afterEach('the running demo still works', async ({ applicant }) => {
  await applicant.apply()
  await applicant.completeFlowByHttp('APPROVED')
  await applicant.sees('You are approved')
})

test('a second demo on the same data is refused', NEEDS, async ({ stack }) => {
  const { exitCode, said } = await stack.runAnother({})
  expect(exitCode).toBe(1)
  expect(said).toMatch(/^Process \d+ already runs on .*: stop it first.*$/)
})

test(
  'a second demo with its own data reports ports that are taken',
  NEEDS,
  async ({ stack }, testInfo) => {
    const { exitCode, said } = await stack.runAnother({ DATA_DIR: testInfo.outputPath('data') })
    expect(exitCode).toBe(1)
    expect(said).toMatch(/^Port \d+ is in use: stop what uses it, or set PORT to a free port\.$/)
  },
)

test(
  'a second demo that would have to build is refused, so the first keeps its files',
  NEEDS,
  async ({ stack }, testInfo) => {
    const [app, service, database] = await findFreePorts(3)
    const { exitCode, said } = await stack.runAnother({
      PORT: `${app}`,
      SANDBOX_PORT: `${service}`,
      DATABASE_PORT: `${database}`,
      DATA_DIR: testInfo.outputPath('data'),
      [ACTION_KEY_VARIABLE]: randomBytes(32).toString('base64'),
    })
    expect(exitCode).toBe(1)
    expect(said).toMatch(
      /^The app has to be rebuilt, but process \d+ is still serving .*: stop it first\.$/,
    )
  },
)

for (const [what, env, variable] of [
  ['a missing variable', { VERIFICATION_API_KEY: '' }, 'VERIFICATION_API_KEY'],
  ['a malformed variable', { VERIFICATION_TEMPLATE_ID: 'x' }, 'VERIFICATION_TEMPLATE_ID'],
  ['a malformed port', { PORT: 'http' }, 'PORT'],
] as const) {
  test(`${what} is reported in one line`, NEEDS, async ({ stack }, testInfo) => {
    const [app, service, database] = await findFreePorts(3)
    const { exitCode, said } = await stack.runAnother({
      PORT: `${app}`,
      SANDBOX_PORT: `${service}`,
      DATABASE_PORT: `${database}`,
      DATA_DIR: testInfo.outputPath('data'),
      ...env,
    })
    expect(exitCode).toBe(1)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).toContain(variable)
  })
}
