// The review queue and its decisions.
import { expect, test } from './portal-fixtures'

test('on a phone, only the decision on the open case of the review queue is there, and stays in view', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 390, height: 844 })
  for (const reference of ['order:31', 'order:32'])
    await tenant.complete(await tenant.openInquiry(reference), 'NEEDS_REVIEW')
  await operator.open('/review')
  const decline = (reference: string) =>
    page.getByRole('button', { name: `Decline ${reference}`, exact: true })
  await expect(decline('order:31')).toBeInViewport({ ratio: 1 })
  await expect(decline('order:32')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('link', { name: 'order:32' }).click()
  await expect(decline('order:31')).toHaveCount(0)
  await expect(decline('order:32')).toBeInViewport({ ratio: 1 })
  const secondCase = page.getByRole('listitem').filter({ has: page.getByText('order:32') })
  await secondCase.getByRole('list', { name: 'Checks' }).scrollIntoViewIfNeeded()
  await expect(decline('order:32')).toBeInViewport({ ratio: 1 })
  const note = secondCase.getByLabel('Note to the merchant')
  const addNote = page.getByRole('link', { name: 'Add a note for order:32' })
  await addNote.click()
  await expect(note).toBeFocused()
  await page.mouse.wheel(0, 5_000)
  await expect(addNote).toBeHidden()
  await note.fill('The pictures differ.')
  await decline('order:32').click()
  await expect(operator.notice).toHaveText('order:32 is declined.')
  await expect(decline('order:31')).toBeVisible()
})

test('a reviewer sees the pictures and approves with a note, and the merchant reads APPROVED', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const inquiryId = await tenant.openInquiry('order:17')
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Review queue 1 waiting' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'order:17' }) })
  await expect(card.getByRole('button', { name: 'Passport' }).locator('img')).toHaveJSProperty(
    'complete',
    true,
  )
  await card.getByLabel('Note to the merchant').fill('Checked by hand.')
  await card.getByRole('button', { name: 'Approve order:17' }).click()
  await expect(operator.notice).toHaveText('order:17 is approved.')
  await expect(page.getByText('Nothing to review.')).toBeVisible()
  expect(await tenant.statusOf(inquiryId)).toBe('APPROVED')
})

test('at a desk, the pictures and the decision are in the first window', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  await tenant.complete(await tenant.openInquiry('order:19'), 'NEEDS_REVIEW')
  await operator.open('/review')
  const passport = page.getByRole('button', { name: 'Passport' }).locator('img')
  await expect(passport).toBeInViewport({ ratio: 1 })
  expect((await passport.boundingBox())?.height).toBeGreaterThan(280)
  await expect(page.getByRole('button', { name: 'Approve order:19' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Note to the merchant')).toBeInViewport({ ratio: 1 })
})

test('at a desk, a card with two pages leaves the decision in the window', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  const card = { documentType: 'national_id' }
  await tenant.complete(await tenant.openInquiry('order:20'), 'NEEDS_REVIEW', card)
  await operator.open('/review')
  for (const decision of ['Approve', 'Decline'])
    await expect(page.getByRole('button', { name: `${decision} order:20` })).toBeInViewport({
      ratio: 1,
    })
  // Focus doesn't end up under the decision.
  const back = page.getByRole('button', { name: /^Identity card, back/ })
  await back.focus()
  const foot = await page.locator('.card-foot').boundingBox()
  const link = await back.boundingBox()
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((foot?.y ?? 0) + 1)
})

test('the cases that are not open line up with each other and with the open one', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const people = ['Ada Specimen', 'Maximiliane von Hohenzollern', 'Bo Li']
  for (const [index, fullName] of people.entries())
    await tenant.complete(await tenant.openInquiry(`order:6${index}`), 'NEEDS_REVIEW', {
      fullName,
      documentFullName: fullName,
      reviewReasons: [index === 1 ? 'The document expires soon.' : 'The selfie is blurred.'],
    })
  const startsOf = (selector: string) =>
    page
      .locator(`main li ${selector}`)
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x))
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await operator.open('/review')
    for (const part of ['h2', '.review-row-reason', '.review-row-reference'])
      expect(new Set(await startsOf(part)).size).toBe(1)
  }
})
