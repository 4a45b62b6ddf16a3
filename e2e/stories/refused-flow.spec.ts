// Where a browser refuses a part of the hosted flow, the customer still gets through.

import type { Page } from '@playwright/test'
import { HostedFlow } from '../fixtures/hosted-flow'
import { expect, test } from '../fixtures/test'

const startButton = (page: Page) => page.getByRole('button', { name: 'Start identity check' })

test('a refused script leaves a page of its own, which leads back', { tag: '@sandbox' }, async ({
  applicant,
}) => {
  const { page } = applicant
  await page.route('**/sdk/v1.js', (route) => route.abort())
  await applicant.apply()
  await startButton(page).click()
  await page.getByRole('button', { name: 'Open it on its own page' }).click()
  await new HostedFlow(page).complete('APPROVED')
  await applicant.sees('You are approved')
  expect(new URL(page.url()).pathname).toBe('/apply/verify')
})

test('a refused frame turns into a redirect by itself', { tag: '@sandbox' }, async ({
  applicant,
}) => {
  const { page } = applicant
  await page.route('**/flow', (route) =>
    route.request().frame() === page.mainFrame()
      ? route.continue()
      : route.fulfill({ status: 200, headers: { 'x-frame-options': 'DENY' } }),
  )
  await applicant.apply()
  await startButton(page).click()
  await new HostedFlow(page).complete('NEEDS_REVIEW')
  await applicant.sees('A person is reviewing your application')
})

test('the application form works without script', async ({ newBrowser }) => {
  const context = await newBrowser({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/apply?product=savings')
  await page.getByLabel('Anything we should know?').fill('I write without script')
  const send = page.getByRole('button', { name: 'Continue to identity check' })
  await send.click()
  await expect(page.getByText('Agree to the identity check to go on.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Savings account' })).toBeChecked()
  await expect(page.getByLabel('Anything we should know?')).toHaveValue('I write without script')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await send.click()
  await expect(page).toHaveURL(/\/apply\/verify$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
