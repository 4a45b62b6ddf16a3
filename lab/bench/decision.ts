// From a reviewer's decision to the customer's screen, in a browser: with webhooks, and with every delivery refused, which leaves
// only polling.
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { fillInForm } from '../../e2e/fixtures/application-form.ts'
import { launchBrowser } from '../load/browser.ts'
import { Service } from '../load/service.ts'
import { startDemo } from './programs.ts'
import { median, percentile, printTable } from './rounds.ts'

const DECISIONS = 40
/** More than the clocks of the service's machines may differ (N30), so that the app knows which event came last. */
const REVIEW_SECONDS = 10
const DECISIONS_WITHOUT_WEBHOOKS = 10

const currentSchema = z.object({ inquiryId: z.guid() })

export async function benchDecision(): Promise<void> {
  const demo = await startDemo({ VERIFICATION_CALLS_PER_MINUTE: '100000' })
  const service = new Service(demo.sandboxUrl)
  await service.liftRateLimits()
  // Every review takes a while of the service's time, which must not run ahead of ours.
  await service.setClock(new Date(Date.now() - 3_600_000))
  const browser = await launchBrowser()
  const decide = () => timeDecision(browser, demo.url, service)
  await decide()
  const withWebhooks = await repeat(DECISIONS, decide)
  await service.rotateSecrets()
  const pollingOnly = await repeat(DECISIONS_WITHOUT_WEBHOOKS, decide)
  await browser.close()
  const row = (how: string, times: number[]) => ({
    how,
    decisions: times.length,
    'p50 ms': Math.round(median(times)),
    'p95 ms': Math.round(percentile(times, 0.95)),
    'longest ms': Math.round(Math.max(...times)),
  })
  printTable('From a decision to the customer’s screen (p95 at most 1,000 ms)', [
    row('with webhooks', withWebhooks),
    row('polling only', pollingOnly),
  ])
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
  await service.complete(inquiryId, 'NEEDS_REVIEW')
  await page.getByRole('heading', { name: 'A specialist is reviewing your application' }).waitFor()
  const approved = page.getByRole('heading', { name: 'You are approved' }).waitFor()
  await service.advanceClock(REVIEW_SECONDS)
  const startedAt = performance.now()
  await service.decide(inquiryId, 'APPROVED')
  await approved
  const elapsedMs = performance.now() - startedAt
  await context.close()
  return elapsedMs
}

/** @returns the id of the inquiry */
async function apply(page: Page): Promise<string> {
  await page.goto('/apply')
  await fillInForm(page)
  await page.getByRole('button', { name: 'Continue to identity check' }).click()
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
  const current = await page.request.get('/api/inquiries/current')
  return currentSchema.parse(await current.json()).inquiryId
}
