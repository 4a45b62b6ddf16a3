// What a reviewer sees of one case, in which order, on a desktop, a phone and paper.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

const rowOf = (page: Page, field: string) =>
  page.getByRole('region', { name: 'Identity' }).getByRole('row', { name: field })

/** So that no column is empty. */
async function hasDetailsBesideTimeline(page: Page): Promise<void> {
  const [timeline, details] = await Promise.all(
    ['Timeline', 'Details'].map((name) => page.getByRole('region', { name }).boundingBox()),
  )
  expect(details?.x).toBeGreaterThan((timeline?.x ?? 0) + (timeline?.width ?? 0))
  expect(details?.y).toBeLessThan(timeline?.y ?? 0)
}

test(
  'a reviewer sees checks, both sides of the identity, and their own access in the timeline, without a reload',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
    const checks = page.getByRole('region', { name: 'Checks' })
    // Nothing is known of the checks yet, so the locked panel promises them, and they have none of their own.
    await expect(page.getByText('How the checks went')).toBeVisible()
    await expect(checks).toBeHidden()
    await expect(page.getByRole('timer')).toBeHidden()

    // Only one control asks for the documents.
    await expect(page.getByRole('button', { name: /show|reveal|review/i })).toHaveCount(1)
    await expect(page.getByRole('link', { name: /show|reveal|review/i })).toHaveCount(0)
    await expect(page.getByText('Recorded in the audit trail under your name')).toBeVisible()
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await expect(page.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
    // Nobody checked what the customer typed, so it may still differ from the document.
    // A scan that succeeded isn't a check that passed: only an approval names those (W9).
    await expect(checks.getByText('No result given', { exact: true })).toHaveCount(2)
    await expect(checks.getByText('Passed')).toHaveCount(0)
    await expect(checks.getByText('Received')).toHaveCount(1)
    await expect(rowOf(page, 'Name').getByRole('cell', { name: 'Matches' })).toBeVisible()
    await expect(rowOf(page, 'Born')).toContainText(/\d+ \w{3,4} \d{4}/)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('You requested identity and documents')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('data-not-reloaded')

    await reviewer.press(page.getByRole('button', { name: 'Hide' }))
    await expect(reviewer.pictures).toHaveCount(0)
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(rowOf(page, 'Name')).toBeHidden()
    await expect(checks).toBeHidden()
  },
)

test(
  'a case without documents and identity has no countdown',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('DECLINED')
    await customer.reaches('declined')
    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await customer.referenceId())
    await expect(
      reviewer.page.getByText('The service normally gives none for a declined case.'),
    ).toBeVisible()
    await reviewer.showDocuments()
    const answer = reviewer.page.getByRole('status').filter({ hasText: 'The service gave none' })
    await expect(answer).toHaveText('The service gave none for this declined case.')
    await expect(reviewer.page.getByText('No documents for this status')).toBeHidden()
    await expect(reviewer.page.getByRole('timer')).toBeHidden()
    // One card says so, after the decision.
    const headings = reviewer.page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings).toHaveText([
      /^Decision/,
      'Documents, identity and checks',
      'Timeline',
      'Details',
    ])
    await hasDetailsBesideTimeline(reviewer.page)
    await expect(reviewer.fact('Outcome')).toHaveText('Declined')
    // Nothing is left to wait for but a reversal.
    await expect(reviewer.fact('Next reversal check')).toBeVisible()
    await expect(reviewer.fact('Next check')).toBeHidden()
    await expect(reviewer.fact('Inquiry expires')).toBeHidden()
  },
)

test('an approved case leaves no column empty', NEEDS, async ({ customer, staff }) => {
  await customer.apply()
  await customer.completeFlow('APPROVED')
  await customer.reaches('approved')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  await hasDetailsBesideTimeline(reviewer.page)
})

test(
  'a case shows the reason, the evidence and the decision, in this order',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Review reasons',
      'Documents',
      'Identity',
      'Checks',
      'Timeline',
      'Details',
    ])
    const links = page.getByRole('link', { name: /^Decide in the portal/ })
    // Only once, and on a desktop in the header, because the decision is far below.
    const decide = links.filter({ visible: true })
    await expect(decide).toHaveCount(1)
    await expect(decide).toBeInViewport()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(decide).toBeInViewport()
    // On a tablet, the bar at the foot of the window has it, and the header keeps how long the case has waited.
    await page.setViewportSize({ width: 768, height: 900 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(decide).toHaveCount(1)
    await expect(decide).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^Waiting \d+ s · Everyday account$/)).toBeInViewport({ ratio: 1 })
  },
)

test(
  'on a phone, the reason and the next action stay at the bottom of the window and cover nothing',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer', { viewport: { width: 360, height: 740 } })
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    const decide = page
      .getByRole('link', { name: /^Decide in the portal/ })
      .filter({ visible: true })
    // First the evidence, then the decision.
    await expect(decide).not.toBeInViewport()
    const show = page.getByRole('button', { name: 'Show identity and documents' })
    await expect(show).toHaveCount(1)
    await expect(show).toBeInViewport({ ratio: 1 })
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await expect(show).toHaveCount(0)
    await expect(decide).toHaveCount(1)
    await expect(decide).toBeInViewport({ ratio: 1 })
    const reason = (await reviewer.reviewReasons.first().textContent()) ?? ''
    const repeated = page.getByText(reason).last()
    await expect(repeated).toBeInViewport({ ratio: 1 })
    // Screen readers get it only once.
    await expect(page.getByRole('main').getByText(reason)).toHaveCount(2)
    await expect(repeated.locator('xpath=ancestor::*[@aria-hidden="true"]')).toHaveCount(1)

    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(decide).toBeInViewport({ ratio: 1 })
    const last = await page.getByRole('region', { name: 'Details' }).boundingBox()
    const bar = await repeated.boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.emulateMedia({ media: 'print' })
    await expect(decide).toHaveCount(0)
  },
)

test('a printout has the case but no personal data', NEEDS, async ({ customer, staff }) => {
  await customer.apply({ note: 'Please call in the morning.' })
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  const { page } = reviewer
  await reviewer.openInquiry(await customer.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  const name = rowOf(page, 'Name').getByRole('cell').first()
  await expect(name).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeHidden()
  for (const picture of await page.locator('main img').all()) await expect(picture).toBeHidden()
  await expect(page.getByText('Please call in the morning.')).toBeHidden()
  await expect(page.getByText('Northwind · Identity case')).toBeVisible()
  await expect(page.getByText(/^Printed \d+ \w+ \d{4}, \d\d:\d\d UTC by \w/)).toBeVisible()
  await expect(reviewer.fact('Product')).toBeVisible()
  await expect(reviewer.fact('Correlation ID').getByText(/^[0-9a-f-]{36}$/)).toBeVisible()
  // The full one starts the hosted flow (F2).
  await expect(reviewer.fact('Inquiry ID')).toContainText(/…[0-9a-f]{6}/)
  await expect(reviewer.fact('Inquiry ID').getByText(/^Shortened/)).toBeVisible()
  // On paper, "you" means nothing.
  for (const you of await page.getByText(/^You /).all()) await expect(you).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const leftOut = 'Identity, documents and what the applicant wrote are left out of printouts.'
  await expect(page.getByText(leftOut)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review reasons' })).toBeVisible()
})
