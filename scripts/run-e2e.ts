// Runs Playwright with a browser, installing one if needed. Its global setup starts the rest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { runTool } from './run-tool.ts'
import { countPlaywright, type TestCounts } from './test-counts.ts'

/** @returns the counts, failed stories included. @throws NoBrowserError */
export async function runE2e(playwrightArgs: string[]): Promise<TestCounts> {
  const browser = await requireBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'))
  const reportFile = join(folder, 'report.json')
  try {
    const { exitCode } = await runTool(
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...playwrightArgs],
      {
        env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile },
        shows: true,
      },
    )
    return countPlaywright(readReport(reportFile), exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
