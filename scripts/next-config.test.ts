import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from './settings.ts'

const SHORT_KEY = 'c2hvcnQ='

test.each([
  { key: '', output: '', says: 'is missing: for a try only', status: 0 },
  { key: '', output: 'standalone', says: 'is missing.', status: 1 },
  { key: SHORT_KEY, output: '', says: 'must be 16, 24 or 32 bytes', status: 1 },
])('a build ($output) with the action key "$key" says that it $says', (build) => {
  const { status, stderr } = spawnSync(process.execPath, ['next.config.js', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: build.key,
      BUILD_OUTPUT: build.output,
    },
  })
  expect(stderr).toContain(`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ${build.says}`)
  expect(status).toBe(build.status)
})
