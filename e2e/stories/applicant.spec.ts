// What customers do off the happy path: mistakes, reloads, second tabs, second thoughts.
import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures/test'

test('a form with mistakes says what to do, and keeps what was entered', async ({ applicant }) => {
  const { page } = applicant
  await page.goto('/apply')
  await applicant.type(applicant.noteField, 'Call me <after> six')
  await applicant.send()
  await expect(page.getByText('3 answers need your attention')).toBeVisible()
  for (const [field, mistake] of [
    ['Account', 'Choose the account you want to open.'],
    ['Note', 'Remove the characters < and >.'],
    ['Consent', 'Agree to the identity check to continue.'],
  ] as const) {
    // Named in the summary, and explained once, at the field.
    await expect(page.getByRole('link', { name: field, exact: true })).toBeVisible()
    await expect(page.getByText(mistake)).toHaveCount(1)
  }
  await expect(applicant.noteField).toHaveValue('Call me <after> six')
})

test('an account chosen on the storefront is preselected in the form', async ({ applicant }) => {
  const { page } = applicant
  await page.goto('/apply?product=business')
  await expect(page.getByRole('radio', { name: 'Business account' })).toBeChecked()
})

test('a reload and the back button lose nothing and open nothing twice', async ({ applicant }) => {
  await applicant.apply()
  const inquiryId = await applicant.inquiryId()
  await applicant.page.reload()
  await applicant.sees('Verify your identity')
  await applicant.page.goBack()
  await applicant.page.goForward()
  await applicant.sees('Verify your identity')
  expect((await applicant.current()).inquiryId).toBe(inquiryId)
})

test('when our server can’t be reached, the page offers only to try again', async ({
  applicant,
}) => {
  const { page } = applicant
  await applicant.apply()
  await page.route('**/api/inquiries/current', (route) => route.abort())
  await applicant.sees('We’ve lost the connection')
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Try again now'])
  await page.unroute('**/api/inquiries/current')
  await applicant.press(page.getByRole('button', { name: 'Try again now' }))
  await applicant.sees('Verify your identity')
  await expect(applicant.startButton).toBeVisible()
})

test('a second tab shows the same application, and keeps up with the first', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  await applicant.apply()
  const secondTab = await applicant.openTab()
  await secondTab.page.goto('/apply/verify')
  await secondTab.sees('Verify your identity')
  await applicant.completeFlow('APPROVED')
  await applicant.sees('You are approved')
  await secondTab.sees('You are approved')
})

test('a form sent twice opens one inquiry', { tag: '@sandbox' }, async ({ applicant, sandbox }) => {
  await applicant.apply()
  const inquiryId = await applicant.inquiryId()

  const secondTab = await applicant.openTab()
  await secondTab.page.goto('/apply')
  await secondTab.fillIn({})
  await secondTab.pressTwice(secondTab.sendButton)
  await secondTab.sees('Verify your identity')
  expect((await applicant.current()).inquiryId).toBe(inquiryId)
  const { referenceId } = await sandbox.getInquiry(inquiryId)
  expect(await sandbox.listInquiries({ referenceId })).toHaveLength(1)
})

test('a first visit that sends the form in two tabs opens one inquiry', {
  tag: '@sandbox',
}, async ({ applicant, sandbox }) => {
  const note = `Two tabs ${randomUUID().slice(0, 8)}`
  const tabs = [applicant, await applicant.openTab()]
  for (const tab of tabs) {
    await tab.page.goto('/apply')
    await tab.fillIn({ note })
  }
  await Promise.all(tabs.map((tab) => tab.send()))
  for (const tab of tabs) await tab.sees('Verify your identity')
  const inquiryId = await applicant.inquiryId()
  expect(await sandbox.listInquiries({ note })).toMatchObject([{ inquiryId }])
})

test('a customer sees nothing of another’s application', async ({
  applicant,
  anotherApplicant,
}) => {
  await applicant.apply()
  await anotherApplicant.page.goto('/apply/verify')
  await anotherApplicant.sees('There’s no application in this browser')
  const response = await anotherApplicant.page.request.get('/api/inquiries/current')
  expect(response.status()).toBe(404)
})

test('no URL contains the inquiryId, which starts the flow (F2)', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  const addresses: string[] = []
  applicant.page.on('request', (request) => addresses.push(request.url()))
  await applicant.apply()
  await applicant.completeFlow('APPROVED')
  await applicant.sees('You are approved')
  const inquiryId = await applicant.inquiryId()
  expect(addresses.filter((address) => address.includes(inquiryId))).toEqual([])
})

test('a customer who leaves the flow resumes where they stopped', { tag: '@sandbox' }, async ({
  applicant,
}) => {
  await applicant.apply()
  const flow = await applicant.startCheck()
  await flow.agree()
  await flow.givePersonalInformation()
  await flow.leave()
  await applicant.sees('Verify your identity')

  const resumed = await applicant.startCheck()
  await resumed.showDocument()
  await resumed.takeSelfie()
  await resumed.submit('APPROVED')
  await resumed.returnToMerchant()
  await applicant.sees('You are approved')
})

test('an expired check is shown as expired, and another can be started', {
  tag: '@sandbox',
}, async ({ applicant, sandbox }) => {
  await applicant.apply()
  await sandbox.expire(await applicant.inquiryId())
  await applicant.sees('Your identity check has expired')
  await applicant.press(applicant.page.getByRole('link', { name: 'Start a new check' }))
  await expect(applicant.page.getByRole('radio', { name: 'Everyday account' })).toBeChecked()
})

test('an unknown status is held and grants nothing (N5)', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  await applicant.apply()
  await applicant.completeFlowByHttp('ESCALATED')
  await applicant.sees('Your application is being processed')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await expect(reviewer.page.getByText('Unknown status (Escalated)').first()).toBeVisible()
  await expect(reviewer.page.getByText('Account opened')).toBeHidden()
})

test('staff see that a decision was reversed', { tag: '@sandbox' }, async ({
  applicant,
  sandbox,
  staff,
}) => {
  await applicant.apply()
  await applicant.completeFlowByHttp('APPROVED')
  await applicant.sees('You are approved')
  await sandbox.decide(await applicant.inquiryId(), 'DECLINED', 'A second look.')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await expect(async () => {
    await reviewer.page.reload()
    await expect(reviewer.page.getByText('A confirmed decision was reversed')).toBeVisible()
  }).toPass()
})
