// Measures the time from a reviewer's decision to the customer's screen, in a browser.
import type { Browser } from '@playwright/test'
import { launchBrowser, openPage } from '../load/browser.ts'
import { buildProject } from '../load/builds.ts'
import { Customer } from '../load/customer.ts'
import { freePorts } from '../load/parts.ts'
import { Service } from '../load/service.ts'
import { startStack } from '../load/stack.ts'
import { percentile } from './rounds.ts'

const DECISIONS = 40
/** Longer than the clocks of the service's machines may differ (N30), so that the app knows which event is newer. */
const REVIEW_SECONDS = 10

export async function benchDecision(): Promise<void> {
  await buildProject()
  const { sites, serviceUrl } = await startStack({ appPorts: await freePorts(1) })
  const service = new Service(serviceUrl)
  await service.liftRateLimits()
  // Each review moves the service's clock forward. It starts an hour back, so that it never runs ahead of ours.
  await service.setClock(new Date(Date.now() - 3_600_000))
  const browser = await launchBrowser()
  const decide = () => timeDecision(browser, sites[0], service)
  // A first, unmeasured decision warms up caches.
  await decide()
  const times: number[] = []
  while (times.length < DECISIONS) times.push(await decide())
  await browser.close()
  console.log(
    `\nFrom a decision to the customer’s screen, ${DECISIONS} times (p95 at most 1,000 ms)`,
  )
  console.table({
    'p50 ms': Math.round(percentile(times, 0.5)),
    'p95 ms': Math.round(percentile(times, 0.95)),
    'longest ms': Math.round(Math.max(...times)),
  })
}

/** @returns milliseconds from a reviewer's decision until the waiting customer sees it */
async function timeDecision(browser: Browser, site: string, service: Service): Promise<number> {
  const customer = new Customer()
  await customer.sendForm(site, await customer.openForm(site))
  const page = await openPage(browser, site, customer)
  await page.goto('/apply/verify')
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
  const inquiryId = (await customer.current(site))?.inquiryId ?? ''
  await service.complete(inquiryId, 'NEEDS_REVIEW')
  await page.getByRole('heading', { name: 'A specialist is reviewing your application' }).waitFor()
  const approved = page.getByRole('heading', { name: 'You’re approved' }).waitFor()
  await service.advanceClock(REVIEW_SECONDS)
  const startedAt = performance.now()
  await service.decide(inquiryId, 'APPROVED')
  await approved
  const elapsedMs = performance.now() - startedAt
  await page.context().close()
  return elapsedMs
}
