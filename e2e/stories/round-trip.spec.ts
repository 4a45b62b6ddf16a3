// From the application to a decision that a reviewer sees, once for each outcome.
import { expect, test } from '../fixtures/test'

test('an approved customer sees the decision without a reload, and a reviewer sees the documents', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  await applicant.apply({ account: 'Savings account' })
  const { pageLoads } = applicant
  await applicant.completeFlow('APPROVED', 'Driving licence')
  await applicant.sees('You are approved')
  await expect(applicant.page.getByText('Your Savings account is open.')).toBeVisible()
  expect(applicant.pageLoads).toBe(pageLoads)

  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
})

test('a customer in review sees the decision without a reload', {
  tag: '@sandbox',
}, async ({ applicant, sandbox, staff }) => {
  await applicant.apply()
  const { pageLoads } = applicant
  await applicant.completeFlow('NEEDS_REVIEW', 'Driving licence')
  await applicant.sees('A specialist is reviewing your application')

  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)

  await sandbox.decide(await applicant.inquiryId(), 'APPROVED', 'The pictures match.')
  await applicant.sees('You are approved')
  expect(applicant.pageLoads).toBe(pageLoads)
})

test('a declined customer sees the decision, and there are no documents (D2)', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  await applicant.apply()
  await applicant.completeFlow('DECLINED')
  await applicant.sees('We can’t open this account')

  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await reviewer.showDocuments()
  await expect(
    reviewer.page.getByText('The service gave none for this declined case.'),
  ).toBeVisible()
})

test('a failed check has no event, so a read finds it, and the customer can try again', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  await applicant.apply()
  await applicant.completeFlow('FAILED')
  await applicant.sees('We couldn’t verify your identity')

  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await applicant.referenceId())
  await expect(reviewer.page.getByText('checked with the service').first()).toBeVisible()
  await reviewer.showDocuments()
  await expect(reviewer.page.getByText('No documents for this status')).toBeVisible()

  const tips = applicant.page.getByRole('listitem').filter({ hasText: 'Lay the document flat' })
  await expect(tips).toBeVisible()
  await applicant.press(applicant.page.getByRole('link', { name: 'Start a new check' }))
  await applicant.fillIn({})
  await applicant.send()
  await applicant.sees('Verify your identity')
})
