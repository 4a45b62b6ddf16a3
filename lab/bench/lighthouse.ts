/**
 * Runs Lighthouse for a phone on every public page of the built app, three times each in a new browser, and takes the median.
 * Prints a table, and throws if a page is outside the limits.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { runTool } from '../../scripts/run-tool.ts'
import { chromiumFlags, findChromium, withBrowser } from './browser.ts'
import { apply, Service } from './customer.ts'
import { requireOwnPackage } from './own-package.ts'
import { type App, newFolder, startApp, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const RUNS = 3
const MIN_SCORE = 97
const MAX_LAYOUT_SHIFT = 0.01
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** A page that polls for its status is never idle. */
const MAX_LOAD_MS = 20_000
const SHIFT = 'cumulative-layout-shift'

const resultSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.url(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number() })),
  audits: z.object({
    [SHIFT]: z.object({ numericValue: z.number() }),
    'largest-contentful-paint': z.object({ numericValue: z.number() }),
    'total-blocking-time': z.object({ numericValue: z.number() }),
  }),
})
type Result = z.infer<typeof resultSchema>

interface PublicPage {
  name: string
  path: string
  headers?: Record<string, string>
}

/** @param part only pages with this in their name */
export async function benchLighthouse(part = ''): Promise<void> {
  const cli = join(await requireOwnPackage('lighthouse'), 'lighthouse/cli/index.js')
  const app = await startApp(await startPostgres())
  const pages = (await publicPages(app)).filter(({ name }) => name.includes(part))
  if (pages.length === 0)
    throw new Error(
      `No public page has “${part}” in its name. Leave it out to measure all of them.`,
    )
  const rows = []
  for (const page of pages) {
    console.log(`${page.name} …`)
    const results: Result[] = []
    while (results.length < RUNS) results.push(await measure(cli, app.url, page))
    rows.push(summarise(page, results))
  }
  printTable(
    `Lighthouse for a phone, median of ${RUNS} (scores at least ${MIN_SCORE}, layout shift at most ${MAX_LAYOUT_SHIFT})`,
    rows.map(({ isGood, ...row }) => row),
  )
  const bad = rows.filter(({ isGood }) => !isGood).map(({ page }) => page)
  if (bad.length > 0) throw new Error(`Outside the limits: ${bad.join(', ')}`)
}

async function publicPages(app: App): Promise<PublicPage[]> {
  const service = new Service(app.sandboxUrl)
  const customers: Record<'ready' | 'approved', string> = { ready: '', approved: '' }
  await withBrowser(async (browser) => {
    customers.ready = await cookiesOfCustomer(browser, app)
    customers.approved = await cookiesOfCustomer(browser, app, service)
  })
  return [
    { name: 'storefront', path: '/' },
    { name: 'storefront, German', path: '/', headers: { 'Accept-Language': 'de' } },
    { name: 'application', path: '/apply' },
    { name: 'status, no application', path: '/apply/verify' },
    { name: 'status, check to start', path: '/apply/verify', headers: { Cookie: customers.ready } },
    { name: 'status, approved', path: '/apply/verify', headers: { Cookie: customers.approved } },
    { name: 'account', path: '/account', headers: { Cookie: customers.approved } },
    { name: 'another device', path: '/apply/continue' },
    { name: 'staff sign-in', path: '/admin/sign-in' },
    { name: 'set a password', path: '/admin/set-password' },
  ]
}

/** @param approvedBy without it, the customer has yet to start the identity check */
async function cookiesOfCustomer(
  browser: Browser,
  app: App,
  approvedBy?: Service,
): Promise<string> {
  const context = await browser.newContext({ baseURL: app.url })
  const page = await context.newPage()
  const inquiryId = await apply(page)
  if (approvedBy) {
    await approvedBy.post(`inquiries/${inquiryId}/complete`, { outcome: 'APPROVED' })
    await page.getByRole('link', { name: 'Go to my account' }).waitFor()
  }
  const cookies = await context.cookies()
  await context.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Runs the command rather than the library, because only the command can turn error reporting off. */
async function measure(
  cli: string,
  appUrl: string,
  { name, path, headers }: PublicPage,
): Promise<Result> {
  const report = join(newFolder(), 'report.json')
  const url = `${appUrl}${path}`
  const { exitCode, output } = await runTool(
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--max-wait-for-load=${MAX_LOAD_MS}`,
      '--no-enable-error-reporting',
      `--only-categories=${CATEGORIES.join()}`,
      `--chrome-flags=${['--headless', ...chromiumFlags()].join(' ')}`,
      ...(headers ? [`--extra-headers=${JSON.stringify(headers)}`] : []),
    ],
    { env: { CHROME_PATH: findChromium() } },
  )
  if (exitCode !== 0) throw new Error(`${name}: Lighthouse failed:\n${output}`)
  const result = resultSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  if (result.runtimeError) throw new Error(`${name}: ${result.runtimeError.message}`)
  if (result.finalDisplayedUrl !== url)
    throw new Error(`${name}: ${url} led to ${result.finalDisplayedUrl}`)
  return result
}

function summarise({ name }: PublicPage, results: readonly Result[]) {
  const of = (value: (result: Result) => number) => median(results.map(value))
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.round(of(({ categories }) => categories[category].score * 100)),
    ]),
  )
  const shift = of(({ audits }) => audits[SHIFT].numericValue)
  return {
    page: name,
    ...scores,
    'layout shift': shift.toFixed(3),
    'LCP ms': Math.round(of(({ audits }) => audits['largest-contentful-paint'].numericValue)),
    'blocked ms': Math.round(of(({ audits }) => audits['total-blocking-time'].numericValue)),
    // About 2,000 on a quiet desktop. Far below that, the scores say more about the machine than the page.
    'machine index': Math.round(of(({ environment }) => environment.benchmarkIndex)),
    isGood: Object.values(scores).every((score) => score >= MIN_SCORE) && shift <= MAX_LAYOUT_SHIFT,
  }
}
