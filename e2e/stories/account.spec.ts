// The end of a customer's story: the return from the flow, the account, and what a reversal takes away.

import { SITE, SITE_TEXT } from '../../site'
import { expectNoViolations } from '../fixtures/accessibility'
import { recordHeadings } from '../fixtures/headings'
import { expect, test } from '../fixtures/test'

test('returning from the flow never asks for the identity again, and leads to the account', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  const { page } = applicant
  await applicant.apply()
  // Until the gate opens, our server says nothing new, so what the page shows comes from the flow.
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  await page.route('**/api/inquiries/current', (route) => gate.then(() => route.continue()))
  const flow = await applicant.startCheck()
  await flow.agree()
  await flow.givePersonalInformation()
  await flow.showDocument()
  await flow.takeSelfie()
  await flow.submit('APPROVED')
  const headings = await recordHeadings(page)
  await flow.returnToMerchant()
  await applicant.sees('Thanks, we’re checking your result')
  // The check may still fail, so it isn't ticked yet.
  await expect(page.locator('[aria-current=step]')).toHaveText('Identity check')
  openGate()
  await applicant.sees('You are approved')
  await applicant.press(page.getByRole('link', { name: 'Go to my account' }))
  await applicant.sees(`Welcome to ${SITE.name}`)
  expect(await headings()).not.toContain('Verify your identity')

  await expect(page.getByRole('definition').nth(1)).toHaveText(/\d{3}/)
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  await expect(page.getByText(SITE_TEXT.en.disclaimer)).toBeVisible()
  await applicant.press(page.getByRole('link', { name: 'Go to the home page' }))
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('a customer who leaves the flow sees that nothing is lost, and can continue', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  await applicant.apply()
  const flow = await applicant.startCheck()
  await flow.leave()
  await applicant.sees('Verify your identity')
  await expect(applicant.page.getByText('You left the check before the end')).toBeVisible()
  await expect(
    applicant.page.getByRole('button', { name: 'Continue identity check' }),
  ).toBeVisible()
})

test('there is no account page before the account is open or for anyone else, and a reversal takes it away without a reload', {
  tag: '@sandbox',
}, async ({ applicant, anotherApplicant, sandbox }) => {
  await applicant.apply()
  await applicant.page.goto('/account')
  await expect(applicant.page).toHaveURL(/\/apply\/verify$/)

  await applicant.completeFlowByHttp('APPROVED')
  await applicant.sees('You are approved')
  await applicant.press(applicant.page.getByRole('link', { name: 'Go to my account' }))
  await applicant.sees(`Welcome to ${SITE.name}`)
  await expectNoViolations(applicant.page)
  await anotherApplicant.page.goto('/account')
  await anotherApplicant.sees('There’s no application in this browser')

  const statusTab = await applicant.openTab()
  await statusTab.page.goto('/apply/verify')
  await statusTab.sees('You are approved')
  await sandbox.decide(await applicant.inquiryId(), 'DECLINED', 'A second look.')
  await statusTab.sees('We can’t open this account')
  await applicant.page.goto('/account')
  await applicant.sees('We can’t open this account')
  await expect(applicant.page).toHaveURL(/\/apply\/verify$/)
})

test('a customer who is declined is offered contact first, and only once', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  await applicant.apply()
  await applicant.completeFlowByHttp('DECLINED')
  await applicant.sees('We can’t open this account')
  const links = applicant.page.getByRole('main').getByRole('link')
  await expect(links).toHaveText(['Write to us', 'Apply again'])
  await expect(links.first()).toHaveAttribute('href', /^mailto:/)
  await expect(applicant.page.getByText('Applying again only helps if')).toBeVisible()
})
