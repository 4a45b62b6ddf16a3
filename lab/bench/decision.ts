/**
 * Decision-to-screen latency in a browser: with webhooks, and with every delivery refused, which leaves only polling.
 */
import type { Browser } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { apply, Service } from './customer.ts'
import { startApp, startPostgres } from './processes.ts'
import { median, percentile, printTable } from './report.ts'

const DECISIONS = 40
const DECISIONS_WITHOUT_WEBHOOKS = 10

export async function benchDecision(): Promise<void> {
  const generousLimits = { VERIFICATION_CALLS_PER_MINUTE: '100000' }
  const app = await startApp(await startPostgres(), generousLimits)
  const service = new Service(app.sandboxUrl)
  await service.liftRateLimits()
  await withBrowser(async (browser) => {
    const decide = () => timeDecision(browser, app.url, service)
    await decide()
    const withWebhooks = await repeat(DECISIONS, decide)
    await service.rotateSecrets()
    const readBackOnly = await repeat(DECISIONS_WITHOUT_WEBHOOKS, decide)
    const row = (how: string, times: number[]) => ({
      how,
      decisions: times.length,
      'p50 ms': Math.round(median(times)),
      'p95 ms': Math.round(percentile(times, 0.95)),
      'longest ms': Math.round(Math.max(...times)),
    })
    printTable('From a decision to the customer’s screen (p95 at most 1,000 ms)', [
      row('with webhooks', withWebhooks),
      row('polling only', readBackOnly),
    ])
  })
}

async function repeat(count: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await measure())
  return times
}

/** @returns milliseconds from a reviewer's decision until the waiting customer sees it */
async function timeDecision(browser: Browser, appUrl: string, service: Service): Promise<number> {
  const context = await browser.newContext({ baseURL: appUrl })
  const page = await context.newPage()
  const inquiryId = await apply(page)
  await service.post(`inquiries/${inquiryId}/complete`, { outcome: 'NEEDS_REVIEW' })
  await page.getByRole('heading', { name: 'A specialist is reviewing your application' }).waitFor()
  const approved = page.getByRole('heading', { name: 'You are approved' }).waitFor()
  const startedAt = performance.now()
  await service.post(`inquiries/${inquiryId}/decide`, { status: 'APPROVED', note: 'A match.' })
  await approved
  const elapsedMs = performance.now() - startedAt
  await context.close()
  return elapsedMs
}
