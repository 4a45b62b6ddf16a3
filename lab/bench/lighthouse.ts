// Lighthouse for a phone on the public pages of the built app, three times each, the median of each. Throws if a page is outside the
// limits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs'
import { Program } from '../../scripts/program.ts'
import { findChromium, launchBrowser } from '../load/browser.ts'
import { Service } from '../load/service.ts'
import { apply } from './decision.ts'
import { FOLDER, startDemo } from './programs.ts'
import { median, printTable } from './rounds.ts'

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
  audits: z.object({ [SHIFT]: z.object({ numericValue: z.number() }) }),
})
type Result = z.infer<typeof resultSchema>

/** @param part only pages with this in their name */
export async function benchLighthouse(part = ''): Promise<void> {
  const app = await startDemo()
  const [ready, approved] = await prepareCustomers(app.url, new Service(app.sandboxUrl))
  const pages = [
    { name: 'storefront', path: '/' },
    { name: 'storefront, German', path: '/', headers: { 'Accept-Language': 'de' } },
    { name: 'application', path: '/apply' },
    { name: 'status, no application', path: '/apply/verify' },
    { name: 'status, check to start', path: '/apply/verify', headers: { Cookie: ready } },
    { name: 'status, approved', path: '/apply/verify', headers: { Cookie: approved } },
    { name: 'account', path: '/account', headers: { Cookie: approved } },
    { name: 'staff sign-in', path: '/admin/sign-in' },
  ].filter(({ name }) => name.includes(part))
  const rows = []
  for (const { name, path, headers } of pages) {
    console.log(`${name} …`)
    const results: Result[] = []
    while (results.length < RUNS) results.push(await measure(app.url + path, headers))
    const of = (value: (result: Result) => number) => median(results.map(value))
    const scoreOf = (category: (typeof CATEGORIES)[number]) =>
      Math.round(of(({ categories }) => categories[category].score * 100))
    rows.push({
      page: name,
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      'layout shift': of(({ audits }) => audits[SHIFT].numericValue),
      // About 2,000 on a quiet desktop. Far below that, the scores say more about the machine than the page.
      'machine index': Math.round(of(({ environment }) => environment.benchmarkIndex)),
    })
  }
  printTable(
    `Lighthouse for a phone, median of ${RUNS} (scores at least ${MIN_SCORE}, layout shift at most ${MAX_LAYOUT_SHIFT})`,
    rows,
  )
  const bad = rows.filter(
    (row) =>
      CATEGORIES.some((category) => row[category] < MIN_SCORE) ||
      row['layout shift'] > MAX_LAYOUT_SHIFT,
  )
  if (bad.length > 0)
    throw new Error(`Outside the limits: ${bad.map(({ page }) => page).join(', ')}`)
}

/** @returns the cookies of a customer who has yet to start the check, and of one who is approved */
async function prepareCustomers(baseURL: string, service: Service): Promise<[string, string]> {
  const browser = await launchBrowser()
  const cookies: string[] = []
  for (const outcome of [null, 'APPROVED']) {
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    const inquiryId = await apply(page)
    if (outcome) {
      await service.complete(inquiryId, outcome)
      await page.getByRole('link', { name: 'Go to my account' }).waitFor()
    }
    const own = await context.cookies()
    cookies.push(own.map(({ name, value }) => `${name}=${value}`).join('; '))
  }
  await browser.close()
  return [cookies[0] ?? '', cookies[1] ?? '']
}

/** Runs the command rather than the library, because only the command can turn error reporting off. */
async function measure(url: string, headers?: Record<string, string | undefined>): Promise<Result> {
  const report = join(FOLDER, 'report.json')
  const command = [
    process.execPath,
    fileURLToPath(import.meta.resolve('lighthouse/cli/index.js')),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--max-wait-for-load=${MAX_LOAD_MS}`,
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join()}`,
    `--chrome-flags=${['--headless', ...CHROMIUM_FLAGS].join(' ')}`,
    ...(headers ? [`--extra-headers=${JSON.stringify(headers)}`] : []),
  ]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  await new Program('lighthouse', command, { env }).succeed()
  const result = resultSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`)
  if (result.finalDisplayedUrl !== url) throw new Error(`${url} led to ${result.finalDisplayedUrl}`)
  return result
}
