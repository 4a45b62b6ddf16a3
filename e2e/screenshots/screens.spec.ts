// Every screen of the app.
import { PRODUCTS } from '../../site'
import { Customer } from '../fixtures/customer'
import { environment } from '../fixtures/environment'
import { deliver, eventOf } from '../fixtures/events'
import { sandbox } from '../fixtures/sandbox'
import { expect, test } from '../fixtures/test'
import { photograph } from './screenshot'

/** The person in the case. By default, the sandbox makes up a different one each time. */
const CUSTOMER = {
  fullName: 'Mira Solberg',
  documentFullName: 'Mira Solberg-Brook',
  country: 'NL',
  dateOfBirth: '1988-04-17',
  documentNumber: 'SB4471902',
  dateOfIssue: '2023-05-02',
  dateOfExpiry: '2038-05-02',
  reviewReasons: ['The name on the document differs from the name given.'],
}

for (const [name, path] of [
  ['storefront', '/'],
  ['apply', `/apply?product=${PRODUCTS[0].id}`],
  ['verify-none', '/apply/verify'],
  ['sign-in', '/admin/sign-in'],
  ['not-found', '/no-such-page'],
] as const)
  test(name, async ({ newPage }) => {
    const page = await newPage()
    await page.goto(path)
    await photograph(page, name)
  })

test('apply-mistakes', async ({ applicant }) => {
  const { page } = applicant
  await page.goto('/apply')
  await page.getByLabel('Anything we should know?').fill('Call me <after> six')
  await applicant.sendButton.click()
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  await photograph(page, 'apply-mistakes')
})

for (const [name, outcome, sentence] of [
  ['approved', 'APPROVED', 'You are approved'],
  ['in-review', 'NEEDS_REVIEW', 'A specialist is reviewing your application'],
  ['declined', 'DECLINED', 'We can’t open this account'],
  ['failed', 'FAILED', 'We couldn’t verify your identity'],
  ['submitted', 'COMPLETED', 'We have everything we need'],
  ['unknown', 'ESCALATED', 'Your application is being processed'],
] as const)
  test(`verify-${name}`, async ({ applicant }) => {
    const { page } = applicant
    await applicant.arriveAtStatus()
    await applicant.complete(outcome)
    await applicant.sees(sentence)
    const toAccount = page.getByRole('link', { name: 'Go to my account' })
    if (name === 'approved') await expect(toAccount).toBeVisible()
    await photograph(page, `verify-${name}`)
    if (name !== 'approved') return
    await page.goto('/account')
    await photograph(page, 'account')
    await sandbox.decide(await applicant.inquiryId(), 'DECLINED', 'A second look.')
    await applicant.reaches('declined')
    await page.goto('/apply/verify')
    await photograph(page, 'verify-reversed')
  })

test('verify-expired', async ({ applicant }) => {
  await applicant.arriveAtStatus()
  await sandbox.expire(await applicant.inquiryId())
  await applicant.sees('Your identity check has expired')
  await photograph(applicant.page, 'verify-expired')
})

test('verify-unreachable', async ({ applicant }) => {
  await applicant.arriveAtStatus()
  await applicant.page.route('**/api/inquiries/current', (route) => route.abort())
  await applicant.sees('We’ve lost the connection')
  await photograph(applicant.page, 'verify-unreachable')
})

test('verify-ready and the hosted flow', async ({ applicant }) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  await photograph(page, 'verify-ready')
  const flow = await applicant.startCheck()
  await flow.arrive('Verify your identity')
  await photograph(page, 'flow-consent', 'window')
  await flow.begin()
  await photograph(page, 'flow-document', 'window')
})

test('the staff lists on a day with customers', async ({ staff }) => {
  for (const outcome of ['APPROVED', 'NEEDS_REVIEW', 'APPROVED', 'FAILED', 'DECLINED']) {
    const customer = await Customer.arrive(environment.appUrl)
    await customer.apply()
    await customer.complete(outcome)
    await expect.poll(() => customer.stage()).not.toBe('ready')
    await customer.http.dispose()
  }
  await deliver(eventOf('DECLINED'), { tampered: { type: 'inquiry.approved' } })
  await deliver(eventOf('DECLINED'), { secret: 'whsec_somebody-else' })
  const { page } = await staff('admin')
  for (const [name, path] of [
    ['overview', '/admin'],
    ['inquiries', '/admin/inquiries'],
    ['inquiries-none', '/admin/inquiries?q=nothing-has-this-reference'],
    ['events', '/admin/events'],
    ['rejected', '/admin/events?outcome=rejected'],
    ['audit', '/admin/audit'],
    ['staff', '/admin/staff'],
    ['not-found', '/admin/no-such-page'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await photograph(page, `staff-${name}`)
  }
})

test('staff-inquiry', async ({ customer, staff }) => {
  await customer.apply({ note: 'Please call in the morning.' })
  await customer.complete('NEEDS_REVIEW', CUSTOMER)
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  const { page } = reviewer
  await reviewer.openInquiry(await customer.referenceId())
  await photograph(page, 'staff-inquiry')
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  await photograph(page, 'staff-inquiry-revealed')
  await page.getByRole('button', { name: 'Full window' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await photograph(page, 'staff-document', 'window')
  await page.keyboard.press('Escape')
  await sandbox.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
  await expect(page.getByText('The account was opened')).toBeVisible()
  await photograph(page, 'staff-inquiry-decided')
  await page.getByRole('button', { name: 'Hide' }).click()
  await sandbox.decide(await customer.inquiryId(), 'DECLINED', 'A second look.')
  await expect(page.getByText('An account is open and must be blocked')).toBeVisible()
  await photograph(page, 'staff-inquiry-reversed')
})

test('staff-inquiry-passport', async ({ customer, staff }) => {
  await customer.apply()
  await customer.complete('NEEDS_REVIEW', { ...CUSTOMER, documentType: 'passport' })
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(2)
  await photograph(reviewer.page, 'staff-inquiry-passport')
})
