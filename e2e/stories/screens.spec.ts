// No screen has an axe violation or scrolls sideways, on a phone or a desktop, in light or dark mode.

import { deliver, eventOf, signed } from '../fixtures/events'
import { expectNoViolations } from '../fixtures/screen'
import { openInquiry, seePictures, showDocuments } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

const A11Y = { tag: '@a11y' }
/** The person in the case. Without it, the sandbox makes up a new person each time. */
const MIRA = {
  fullName: 'Mira Solberg',
  documentFullName: 'Mira Solberg-Brook',
  country: 'NL',
  dateOfBirth: '1988-04-17',
  documentNumber: 'SB4471902',
  dateOfIssue: '2023-05-02',
  dateOfExpiry: '2038-05-02',
  reviewReasons: ['The name on the document differs from the name given.'],
}

test('the pages that anyone may open', A11Y, async ({ newPage }) => {
  test.slow()
  const page = await newPage()
  for (const path of ['/', '/apply/verify', '/admin/sign-in', '/no-such-page', '/apply']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  }
  await page.getByRole('button', { name: TEXTS.Apply.send }).click()
  await expect(
    page.getByRole('link', { name: TEXTS.Form.product.shortLabel, exact: true }),
  ).toBeVisible()
  await expectNoViolations(page)
})

for (const [outcome, sentence] of [
  ['COMPLETED', TEXTS.Verify.stages.submitted.title],
  ['NEEDS_REVIEW', TEXTS.Verify.stages.in_review.title],
  ['DECLINED', TEXTS.Verify.stages.declined.title],
  ['FAILED', TEXTS.Verify.stages.failed.title],
  ['ESCALATED', TEXTS.Verify.stages.unknown.title],
] as const)
  test(`the status page for ${outcome}`, A11Y, async ({ applicant }) => {
    await applicant.apply()
    await applicant.complete(outcome)
    await applicant.page.goto('/apply/verify')
    await applicant.sees(sentence)
    await expectNoViolations(applicant.page)
  })

test(
  'the status page from the start of a check to an account on hold',
  A11Y,
  async ({ applicant, service }) => {
    test.slow()
    const { page } = applicant
    await applicant.arriveAtStatus()
    await expectNoViolations(page)
    await page.route('**/api/inquiries/current', (route) => route.abort())
    await applicant.sees(TEXTS.Verify.offline)
    await expectNoViolations(page)
    await page.unroute('**/api/inquiries/current')
    await applicant.complete('APPROVED')
    await applicant.seesStage('approved')
    await expect(page.getByRole('link', { name: TEXTS.Verify.toAccount })).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/account')
    await expectNoViolations(page)
    await service.decide(await applicant.inquiryId(), 'DECLINED', 'A second look.')
    await applicant.reaches('declined')
    await page.goto('/apply/verify')
    await applicant.seesStage('on_hold')
    await expectNoViolations(page)
  },
)

test('the status page of a check that has expired', A11Y, async ({ applicant, service }) => {
  await applicant.arriveAtStatus()
  await service.expire(await applicant.inquiryId())
  await applicant.seesStage('expired')
  await expectNoViolations(applicant.page)
})

test('the status page after the session has ended', A11Y, async ({ applicant }) => {
  await applicant.arriveAtStatus()
  await applicant.page.context().clearCookies()
  await applicant.sees(TEXTS.Verify.signedOut.title)
  await expectNoViolations(applicant.page)
})

test('the lists of staff', A11Y, async ({ staff }) => {
  test.slow()
  await deliver(signed(eventOf('DECLINED'), 'whsec_somebody-else'))
  const page = await staff('admin')
  for (const path of [
    '/admin',
    '/admin/inquiries',
    '/admin/inquiries?q=nothing-has-this',
    '/admin/events',
    '/admin/events?outcome=rejected',
    '/admin/audit',
    '/admin/staff',
    '/admin/no-such-page',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  }
})

test(
  'a case, from its review to an account that must be blocked',
  A11Y,
  async ({ customer, service, staff }) => {
    test.slow()
    await customer.apply({ note: 'Please call in the morning.' })
    await customer.complete('NEEDS_REVIEW', MIRA)
    await customer.reaches('in_review')
    const page = await staff('reviewer')
    await openInquiry(page, await customer.referenceId())
    await expectNoViolations(page)
    await showDocuments(page)
    await seePictures(page, 3)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Full window' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await service.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
    await expect(page.getByText('Account opened')).toBeVisible()
    await expectNoViolations(page)
    await service.decide(await customer.inquiryId(), 'DECLINED', 'A second look.')
    await expect(page.getByText('An account is open and must be blocked')).toBeVisible()
    await expectNoViolations(page)
  },
)
