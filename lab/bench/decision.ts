/**
 * Decision-to-screen latency, in a browser: with webhooks, and with every delivery refused, so that only polling brings it.
 */
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { withBrowser } from './browser.ts'
import { startApp, startPostgres } from './processes.ts'
import { median, percentile, printTable } from './report.ts'

const DECISIONS = 40
const DECISIONS_WITHOUT_WEBHOOKS = 10

const currentSchema = z.object({ inquiryId: z.guid() })
const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })) })
const endpointsSchema = z.object({ endpoints: z.array(z.object({ id: z.string() })) })

export async function benchDecision(): Promise<void> {
  const unhurried = { VERIFICATION_CALLS_PER_MINUTE: '100000' }
  const app = await startApp(await startPostgres(), unhurried)
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
      row('read-back alone', readBackOnly),
    ])
  })
}

async function repeat(count: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await measure())
  return times
}

/** @returns milliseconds, while the customer waits for a review */
async function timeDecision(browser: Browser, appUrl: string, service: Service): Promise<number> {
  const context = await browser.newContext({ baseURL: appUrl })
  const page = await context.newPage()
  const inquiryId = await apply(page)
  await service.post(`inquiries/${inquiryId}/complete`, { outcome: 'NEEDS_REVIEW' })
  await page.getByRole('heading', { name: 'A person is reviewing your application' }).waitFor()
  const approved = page.getByRole('heading', { name: 'You are approved' }).waitFor()
  const startedAt = performance.now()
  await service.post(`inquiries/${inquiryId}/decide`, { status: 'APPROVED', note: 'A match.' })
  await approved
  const elapsedMs = performance.now() - startedAt
  await context.close()
  return elapsedMs
}

async function apply(page: Page): Promise<string> {
  await page.goto('/apply')
  await page.getByRole('radio', { name: 'Everyday account' }).check()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Continue to identity check' }).click()
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
  const current = await page.request.get('/api/inquiries/current')
  return currentSchema.parse(await current.json()).inquiryId
}

/** What the service's reviewer and operator do. */
class Service {
  constructor(private readonly url: string) {}

  async liftRateLimits(): Promise<void> {
    for (const id of await this.#tenants())
      await this.#call('PATCH', `tenants/${id}`, { rateLimitPerMinute: null })
  }

  /** From then on the merchant refuses every delivery, because it doesn't have the new secret. */
  async rotateSecrets(): Promise<void> {
    for (const tenant of await this.#tenants()) {
      const list = endpointsSchema.parse(await this.#call('GET', `tenants/${tenant}/endpoints`))
      for (const { id } of list.endpoints) await this.post(`endpoints/${id}/rotate`, {})
    }
  }

  post = (path: string, body: object): Promise<unknown> => this.#call('POST', path, body)

  async #tenants(): Promise<string[]> {
    const { tenants } = tenantsSchema.parse(await this.#call('GET', 'tenants'))
    return tenants.map(({ id }) => id)
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.url}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /sandbox/${path} answered ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
