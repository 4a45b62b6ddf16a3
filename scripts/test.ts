// `npm test`: runs unit and integration tests, then end-to-end tests, then lists the failures and prints the totals.
// With arguments, only the unit and integration tests that match (`npm test -- lib/inquiries`).
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import playwrightConfig from '../playwright.config.ts'
import { build, claimBuild, needsBuild } from './build.ts'
import { readOptions } from './options.ts'
import { readReport, runE2e } from './run-e2e.ts'
import { runTool } from './run-tool.ts'
import { ROOT, readTestSettings } from './settings.ts'
import { createSupervisor } from './supervisor.ts'
import { addCounts, countVitest, summary, type TestCounts } from './test-counts.ts'

/** Long Playwright projects. Other projects contain their short forms. */
const LONG_PROJECTS = ['keyboard']

const { positionals, values } = readOptions('test')
const filters = [
  ...positionals,
  ...(values.testNamePattern ? ['-t', String(values.testNamePattern)] : []),
]
// The stories need a service. Without the bundled one, run them with `npm run e2e` and APP_URL.
const withStories = filters.length === 0 && existsSync(join(ROOT, 'sandbox'))
// The unit tests often wait, so the stories' build takes no time of its own beside them.
const building = withStories ? settle(buildApp()) : null
const counts = [await runVitest()]
if (building) counts.push(await runStories(await building))
const total = addCounts(counts)
console.log(`\n${summary(total)}`)
process.exit(total.failed === 0 ? 0 : 1)

async function runVitest(): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-'))
  const reportFile = join(folder, 'report.json')
  const { exitCode } = await runTool(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...filters,
    ],
    { shows: true, env: { TEST_ALL: filters.length === 0 ? '1' : '0' } },
  )
  const counts = countVitest(readReport(reportFile), exitCode)
  rmSync(folder, { recursive: true, force: true })
  return counts
}

/** @throws ProcessFailedError if the app doesn't compile, SettingsError while an older build is being served */
async function buildApp(): Promise<void> {
  const logFolder = mkdtempSync(join(tmpdir(), 'build-'))
  const supervisor = createSupervisor({ logFolder })
  try {
    const { env } = readTestSettings(process.env)
    claimBuild(env)
    if (needsBuild(env)) await build(supervisor, env)
  } finally {
    rmSync(logFolder, { recursive: true, force: true })
  }
}

/** If the stories can't start, that counts as a failure, and the total still comes last. */
async function runStories(build: PromiseSettledResult<void>): Promise<TestCounts> {
  try {
    if (build.status === 'rejected') throw build.reason
    const names = playwrightConfig.projects?.map(({ name = '' }) => name) ?? []
    const short = names.filter((name) => !LONG_PROJECTS.includes(name))
    return await runE2e(short.map((name) => `--project=${name}`))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [`The stories could not start · ${message}`],
    }
  }
}

async function settle<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([promise])
  return result
}
