// Every screen of the app, for `npm run screenshots`.
import { Presenter } from '../demo/presenter'
import { Applicant } from '../fixtures/applicant'
import { decline } from '../fixtures/events'
import { SANDBOX, TENANT } from '../fixtures/needs'
import { expect } from '../fixtures/test'
import { test } from './screenshot'

const NEEDS = { tag: SANDBOX }
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
const NEEDS_TENANT = { tag: [SANDBOX, TENANT] }

for (const [name, path] of [
  ['storefront', '/'],
  ['apply', '/apply?product=savings'],
  ['verify-none', '/apply/verify'],
  ['sign-in', '/admin/sign-in'],
  ['not-found', '/no-such-page'],
] as const)
  test(name, async ({ newBrowser, photograph }) => {
    const page = await (await newBrowser()).newPage()
    await page.goto(path)
    await photograph(page, name)
  })

test('apply-mistakes', NEEDS, async ({ applicant, photograph }) => {
  await applicant.page.goto('/apply')
  await applicant.type(applicant.noteField, 'Call me <after> six')
  await applicant.send()
  await expect(applicant.page.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  await photograph(applicant.page, 'apply-mistakes')
})

for (const [name, outcome, sentence] of [
  ['approved', 'APPROVED', 'You are approved'],
  ['in-review', 'NEEDS_REVIEW', 'A specialist is reviewing your application'],
  ['declined', 'DECLINED', 'We can’t open this account'],
  ['failed', 'FAILED', 'We couldn’t verify your identity'],
  ['submitted', 'COMPLETED', 'We have everything we need'],
  ['unknown', 'ESCALATED', 'Your application is being processed'],
] as const)
  test(`verify-${name}`, NEEDS, async ({ applicant, photograph }) => {
    await applicant.apply({ account: 'Savings account' })
    await applicant.completeFlowByHttp(outcome)
    await applicant.sees(sentence)
    const toAccount = applicant.page.getByRole('link', { name: 'Go to my account' })
    if (name === 'approved') await expect(toAccount).toBeVisible()
    await photograph(applicant.page, `verify-${name}`)
    if (name !== 'approved') return
    await toAccount.click()
    await applicant.sees('Welcome to Northwind')
    await photograph(applicant.page, 'account')
  })

test('verify-expired', NEEDS, async ({ applicant, sandbox, photograph }) => {
  await applicant.apply()
  await sandbox.expire(await applicant.inquiryId())
  await applicant.sees('Your identity check has expired')
  await photograph(applicant.page, 'verify-expired')
})

test('verify-opening', NEEDS_TENANT, async ({ applicant, sandbox, photograph }) => {
  // The second attempt, because the browser has its cookie from the first.
  await applicant.apply()
  await applicant.completeFlowByHttp('FAILED')
  await applicant.sees('We couldn’t verify your identity')
  await sandbox.orderFault({ target: 'api', kind: 'slow', operation: 'open', delayMs: 60_000 })
  await applicant.page.goto('/apply')
  await applicant.fillIn({ account: 'Savings account' })
  await applicant.send()
  await expect.poll(async () => (await applicant.current()).stage).toBe('opening')
  const secondTab = await applicant.openTab()
  await secondTab.page.goto('/apply/verify')
  await secondTab.sees('We’re preparing your identity check')
  await photograph(secondTab.page, 'verify-opening')
})

test('verify-service-unreachable', NEEDS_TENANT, async ({ applicant, sandbox, photograph }) => {
  const fault = { target: 'api', kind: 'server-error', operation: 'open', count: 1_000 } as const
  await sandbox.orderFault(fault)
  await applicant.page.goto('/apply')
  await applicant.fillIn({ account: 'Savings account' })
  await applicant.send()
  const heading = { name: 'The verification service isn’t responding' }
  await expect(applicant.page.getByRole('heading', heading)).toBeVisible()
  await photograph(applicant.page, 'verify-service-unreachable')
})

test('verify-unreachable', NEEDS, async ({ applicant, photograph }) => {
  await applicant.apply()
  await applicant.page.route('**/api/inquiries/current', (route) => route.abort())
  await expect(applicant.page.getByText('We’ve lost the connection')).toBeVisible()
  await photograph(applicant.page, 'verify-unreachable')
})

test('verify-ready and the hosted flow', NEEDS, async ({ applicant, photograph }) => {
  await applicant.apply({ account: 'Savings account' })
  await expect(applicant.page.getByText('You have until')).toBeVisible()
  await photograph(applicant.page, 'verify-ready')
  const flow = await applicant.startCheck()
  await expect(flow.screen.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await photograph(applicant.page, 'flow-consent', 'window')
  await flow.agree()
  await flow.givePersonalInformation()
  await flow.showDocument('Passport')
  await expect(flow.screen.getByRole('heading', { name: 'Take a selfie' })).toBeVisible()
  await photograph(applicant.page, 'flow-selfie', 'window')
})

test(
  'the staff lists on a day with customers',
  NEEDS,
  async ({ newBrowser, control, staff, photograph }) => {
    for (const outcome of [
      'APPROVED',
      'NEEDS_REVIEW',
      'APPROVED',
      'FAILED',
      'DECLINED',
      'APPROVED',
    ]) {
      const customer = new Applicant(await (await newBrowser()).newPage(), control)
      await customer.apply()
      await customer.completeFlowByHttp(outcome)
      await expect.poll(async () => (await customer.current()).stage).not.toBe('ready')
    }
    const { page } = await staff('admin')
    for (const [name, path] of [
      ['overview', '/admin'],
      ['inquiries', '/admin/inquiries'],
      ['inquiries-none', '/admin/inquiries?search=nothing-has-this-reference'],
      ['events', '/admin/events'],
      ['audit', '/admin/audit'],
      ['staff', '/admin/staff'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await photograph(page, `staff-${name}`)
    }
  },
)

test('staff-rejected', NEEDS, async ({ staff, deliver, photograph }) => {
  await deliver(decline(), { tampered: { type: 'inquiry.approved' } })
  await deliver(decline(), { secret: 'whsec_somebody-else' })
  const { page } = await staff('viewer')
  await page.goto('/admin/events/rejected')
  await expect(page.getByRole('table', { name: 'Rejected deliveries' })).toContainText(/secret/i)
  await photograph(page, 'staff-rejected')
})

test('staff-inquiry', NEEDS, async ({ applicant, staff, photograph }) => {
  await applicant.apply({ account: 'Business account', note: 'Please call in the morning.' })
  await applicant.completeFlowByHttp('NEEDS_REVIEW', CUSTOMER)
  await applicant.sees('A specialist is reviewing your application')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await photograph(reviewer.page, 'staff-inquiry')
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  // Arrives later, and makes the page longer.
  await expect(reviewer.page.getByText('You requested identity and documents')).toBeAttached()
  await photograph(reviewer.page, 'staff-inquiry-revealed')
  await reviewer.page.getByRole('button', { name: 'Full window' }).click()
  await expect(reviewer.page.getByRole('dialog')).toBeVisible()
  await photograph(reviewer.page, 'staff-document', 'window')
})

test('a check on another device', NEEDS, async ({ applicant, newPerson, photograph }) => {
  await applicant.apply({ account: 'Savings account' })
  // Without a clipboard, the page shows the link.
  await applicant.page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
  await applicant.press(applicant.page.getByRole('button', { name: 'Continue on another device' }))
  const copy = applicant.page.getByRole('button', { name: 'Copy the link' })
  await expect(copy).toBeVisible()
  await photograph(applicant.page, 'elsewhere-link')
  await applicant.press(copy)
  const field = applicant.page.getByRole('textbox', { name: 'Link for your other device' })
  const link = await field.inputValue()
  await photograph(applicant.page, 'elsewhere-no-clipboard')
  const phone = await newPerson({ viewport: { width: 390, height: 844 } })
  const { page } = phone
  await page.goto(link)
  const agree = page.getByRole('button', { name: 'Yes, I started it' })
  await expect(agree).toBeVisible()
  await photograph(page, 'elsewhere-question')
  await phone.press(agree)
  await expect(page.getByText(/Code: \d{4}/)).toBeVisible()
  await photograph(page, 'elsewhere-code')
  await applicant.sees('Enter the code shown on your other device')
  await photograph(applicant.page, 'elsewhere-confirm')
})

test('the staff’s own pages', NEEDS, async ({ staff, newBrowser, photograph }) => {
  const { page } = await staff('admin')
  for (const [name, path] of [
    ['account', '/admin/account'],
    ['second-factor', '/admin/account/second-factor'],
    ['reveals-none', '/admin/reveals'],
    ['not-found', '/admin/no-such-page'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await photograph(page, `staff-${name}`)
  }
  const invited = await (await newBrowser()).newPage()
  await invited.goto('/admin/set-password#a-link')
  await expect(invited.getByLabel('New password')).toBeVisible()
  await photograph(invited, 'set-password')
})

// The last one, because what it prepares appears in the lists.
test('the presenter’s guide', NEEDS_TENANT, async ({ newPerson, control, photograph }) => {
  test.slow()
  // Makes the fixture reset the tenant, which the scene changes.
  await control().orderFault({ target: 'webhook', kind: 'duplicate' })
  const { page, input } = await newPerson({ viewport: { width: 1440, height: 900 } })
  const presenter = new Presenter(page, input)
  await page.goto('/demo')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await photograph(page, 'guide')
  await presenter.openChapter('Review and decision')
  await photograph(page, 'guide-chapter')
  // Other stories have used the same tenant.
  await control().clearWire()
  await presenter.prepare('A person decides')
  await photograph(page, 'guide-prepared')
  await presenter.openNext()
  await presenter.sees(presenter.heading('A specialist is reviewing your application'))
  await photograph(page, 'guide-strip', 'window')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/demo/live')
  const wire = page.getByRole('region', { name: 'The wire' })
  await expect(wire.getByText('POST /inquiries', { exact: true }).first()).toBeVisible()
  await presenter.press(
    page
      .getByRole('navigation', { name: 'The customer’s pages' })
      .getByRole('link', { name: 'Application' }),
  )
  const customer = page.frameLocator('iframe[title="The customer’s screen"]')
  await expect(customer.getByText('A specialist is reviewing your application')).toBeVisible()
  await photograph(page, 'guide-live', 'window')
  await page.setViewportSize({ width: 390, height: 844 })
  await presenter.press(page.locator('label', { hasText: 'The wire' }))
  await photograph(page, 'guide-wire', 'window')
  await page.goto('/demo/source/status')
  await expect(page.getByRole('region', { name: 'Source code' })).toBeVisible()
  await photograph(page, 'guide-source')
})
