// Staff pages refresh themselves. A connection that drops must not cost the reader the page or the link just followed.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'

/** @returns how many refreshes have failed so far */
async function failRefreshes(page: Page, atMost: number): Promise<() => number> {
  let failed = 0
  await page.route(
    () => failed < atMost,
    async (route) => {
      const headers = route.request().headers()
      if (!('rsc' in headers) || 'next-router-prefetch' in headers) return route.fallback()
      failed += 1
      await route.abort('connectionfailed')
    },
  )
  return () => failed
}

test('a case page whose refreshes fail stays as it is, and shows the decision once one succeeds', {
  tag: '@sandbox',
}, async ({ customer, sandbox, staff }) => {
  await customer.apply()
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  const { page } = reviewer
  await reviewer.openInquiry(await customer.referenceId())
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
  const failed = await failRefreshes(page, 2)
  await expect.poll(failed).toBe(2)
  await sandbox.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
  await expect(page.getByText('Account opened').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded')
})
