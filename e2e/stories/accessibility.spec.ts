// Every screen, on a phone and on a desk, light and dark: nothing that axe knows to be wrong.

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
  await expect(applicant.page.getByText('Choose the account you want to open.')).toBeVisible()
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
  '/admin/events',
  '/admin/events/rejected',
  '/admin/audit',
  '/admin/staff',
  '/admin/account',
  '/admin/account/second-factor',
  '/admin/reveals',
]) {
  test(`${path} is accessible`, async ({ staff }) => {
    const { page } = await staff('admin')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('an inquiry with its documents is accessible', { tag: '@sandbox' }, async ({
  applicant,
  staff,
}) => {
  await applicant.apply({ note: 'Please call in the morning.' })
  await applicant.completeFlowByHttp('NEEDS_REVIEW')
  await applicant.sees('A specialist is reviewing your application')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await expectNoViolations(reviewer.page)
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  await expectNoViolations(reviewer.page)
})
