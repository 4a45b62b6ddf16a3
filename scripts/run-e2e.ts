// The end-to-end tests against everything that the demo starts, on free ports and with data of their own.
// Playwright gets APP_URL, SANDBOX_URL and CHROMIUM_PATH. With APP_URL already set nothing is started: the stories
// then run against what is there.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { findFreePort } from './ports.ts'
import { runTool } from './run-tool.ts'
import type { Settings } from './settings.ts'
import { startStack } from './stack.ts'
import { createSupervisor } from './supervisor.ts'
import { countPlaywright, type TestCounts } from './test-counts.ts'

type ReadSettings = (processEnv: Readonly<Record<string, string | undefined>>) => Settings

/** Throws NoBrowserError, SettingsError or ProcessFailedError; a failed story is in the counts. */
export async function runE2e(read: ReadSettings, playwrightArgs: string[]): Promise<TestCounts> {
  const browser = await requireBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'))
  const supervisor = createSupervisor({ logFolder: join(folder, 'logs') })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void supervisor.stop().then(() => process.exit(1)))
  }
  let counts: TestCounts | undefined
  try {
    const urls = process.env.APP_URL === undefined ? await start(folder) : {}
    counts = await runPlaywright(
      join(folder, 'report.json'),
      { CHROMIUM_PATH: browser, ...urls },
      playwrightArgs,
    )
    return counts
  } finally {
    await supervisor.stop()
    if (counts?.failed === 0) rmSync(folder, { recursive: true, force: true })
    else console.log(`What the processes wrote is in ${join(folder, 'logs')}`)
  }

  async function start(dataDir: string): Promise<Record<string, string>> {
    const settings = read({
      ...process.env,
      PORT: String(await findFreePort()),
      SANDBOX_PORT: String(await findFreePort()),
      DATABASE_PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      // All applicants of the stories come from one address.
      OPENS_PER_ADDRESS_AND_HOUR: '100000',
      // The stories lift the sandbox's limit, so the app need not keep below it.
      VERIFICATION_CALLS_PER_MINUTE: '100000',
    })
    await startStack(supervisor, settings, 'production')
    return {
      APP_URL: `http://localhost:${settings.port}`,
      ...(settings.startsSandbox && { SANDBOX_URL: `http://localhost:${settings.sandboxPort}` }),
    }
  }
}

async function runPlaywright(
  reportFile: string,
  env: Record<string, string>,
  args: string[],
): Promise<TestCounts> {
  const { exitCode } = await runTool(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile }, shows: true },
  )
  return countPlaywright(readReport(reportFile), exitCode)
}

export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
