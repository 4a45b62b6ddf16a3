// No screen has an axe violation, on a phone or a desktop, in light or dark mode.

import { expectNoViolations } from '../fixtures/accessibility'
import { expect, test } from '../fixtures/test'

for (const path of [
  '/',
  '/apply',
  '/apply/verify',
  '/admin/sign-in',
  '/admin/set-password',
  '/no-such-page',
]) {
  test(`${path} is accessible`, async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    await page.goto(path)
    await expectNoViolations(page)
  })
}

test('the form with errors is accessible', async ({ applicant }) => {
  await applicant.page.goto('/apply')
  await applicant.send()
  await expect(applicant.page.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  await expectNoViolations(applicant.page)
})

for (const [outcome, sentence] of [
  ['APPROVED', 'You are approved'],
  ['NEEDS_REVIEW', 'A specialist is reviewing your application'],
  ['DECLINED', 'We can’t open this account'],
  ['FAILED', 'We couldn’t verify your identity'],
  ['COMPLETED', 'We have everything we need'],
  ['ESCALATED', 'Your application is being processed'],
] as const) {
  test(`the status page for ${outcome} is accessible`, { tag: '@sandbox' }, async ({
    applicant,
  }) => {
    await applicant.apply()
    await applicant.completeFlowByHttp(outcome)
    await applicant.sees(sentence)
    await expectNoViolations(applicant.page)
  })
}

test('the status page before the check is accessible', async ({ applicant }) => {
  await applicant.apply()
  await expectNoViolations(applicant.page)
})

for (const path of [
  '/admin',
  '/admin/inquiries',
  '/admin/inquiries?search=nothing-has-this-reference',
  '/admin/inquiries?status=NEEDS_REVIEW',
  '/admin/events',
  '/admin/events/rejected',
  '/admin/audit',
  '/admin/staff',
  '/admin/account',
  '/admin/account/second-factor',
  '/admin/reveals',
  '/admin/no-such-page',
]) {
  test(`${path} is accessible`, async ({ staff }) => {
    const { page } = await staff('admin')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('an inquiry with its documents is accessible', { tag: '@sandbox' }, async ({
  customer,
  staff,
}) => {
  await customer.apply({ note: 'Please call in the morning.' })
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  // A time never wraps, so it would overflow a column that is too narrow.
  for (const width of [768, 1024, 1440]) {
    await reviewer.page.setViewportSize({ width, height: 900 })
    const cut = reviewer.page
      .locator('dd')
      .evaluateAll((values) =>
        values
          .filter((value) => value.scrollWidth > value.clientWidth)
          .map((value) => value.textContent),
      )
    expect(await cut, `wider than their column at ${width} pixels`).toEqual([])
  }
  await expectNoViolations(reviewer.page)
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  await expectNoViolations(reviewer.page)
})

test('a typed password can be shown and hidden again, and without JavaScript nothing offers to', async ({
  newBrowser,
}) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/admin/sign-in')
  const field = page.getByLabel('Password')
  const toggle = page.getByRole('button', { name: 'Show password' })
  await field.fill('a few unrelated words')
  await expect(field).toHaveAttribute('type', 'password')
  // Only a page that has hydrated enables it.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('a few unrelated words')
  await expectNoViolations(page)
  await toggle.press('Space')
  await expect(field).toHaveAttribute('type', 'password')

  const plain = await (await newBrowser({ javaScriptEnabled: false })).newPage()
  await plain.goto('/admin/sign-in')
  await expect(plain.getByLabel('Password')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Show password' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`an unchecked choice doesn't look disabled, ${colorScheme}`, async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    await page.emulateMedia({ colorScheme })
    await page.goto('/apply')
    const radio = page.getByRole('radio').first()
    await expect(radio).not.toBeChecked()
    const { width, border, inside, around } = await radio.evaluate((input) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(input)
      const card = getComputedStyle(input.closest('label') ?? input).backgroundColor
      return {
        width: Number.parseFloat(borderTopWidth),
        border: borderTopColor,
        inside: backgroundColor,
        around: card,
      }
    })
    expect(width).toBeGreaterThanOrEqual(1)
    // Empty rather than filled with grey, and with the border contrast that WCAG asks for (1.4.11).
    expect(inside).toBe(around)
    expect(contrast(border, inside)).toBeGreaterThanOrEqual(3)
  })

/** The contrast ratio of WCAG 2. @param one, other such as `rgb(18, 27, 24)` */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
      const value = Number(channel) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}
