// Finds a browser for the end-to-end tests: Playwright's own or the system's. If there is none, installs one.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runProgram, runTool } from './run-tool.ts'
import { step } from './step.ts'

/** Fastest first: the headless shell is the same browser without a window. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const APPLICATION_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

/** @returns the path of a Chromium, after installing one if needed. @throws NoBrowserError */
export async function requireBrowser(): Promise<string> {
  const present = findBrowser()
  if (present !== null) return present
  if (mayUseApt()) await step('Install chromium (apt-get)', installDebianPackage)
  else await step("Install Playwright's chromium", installPlaywrightBrowser)
  const installed = findBrowser()
  if (installed !== null) return installed
  throw new NoBrowserError(
    'No browser was found for the end-to-end tests: install Chromium, or run `npx playwright install chromium`.',
  )
}

function findBrowser(): string | null {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name)))
  return [...onPath, ...APPLICATION_PATHS].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function mayUseApt(): boolean {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
}

async function installDebianPackage(): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], { env })
  await runProgram('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], {
    env,
  })
}

async function installPlaywrightBrowser(): Promise<void> {
  await runTool(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}
