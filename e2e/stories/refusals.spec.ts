// The merchant's own refusals: of an account, and of too many applications.

import { filledFormData, fillInForm } from '../fixtures/application-form'
import { OWN_DATABASE } from '../fixtures/environment'
import { openInquiry, queryDatabase } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

test('an approved customer whom the core system refuses is asked to write, and staff read the reason', {
  tag: OWN_DATABASE,
}, async ({ applicant, staff }) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  const referenceId = await applicant.referenceId()
  // This app's own core system never refuses. lib/inquiries tests what it makes of a refusal.
  await queryDatabase('UPDATE "Inquiry" SET "accountRefusal" = $2 WHERE "referenceId" = $1', [
    referenceId,
    'has_an_account_already',
  ])
  await applicant.complete('APPROVED')
  await applicant.seesStage('account_refused')
  await expect(page.getByRole('main').getByRole('link')).toHaveText([TEXTS.Verify.contact])
  await page.goto('/account')
  await expect(page).toHaveURL(/\/apply\/verify$/)
  await expect(page.getByText('has an account already')).toHaveCount(0)

  const viewer = await staff('viewer')
  await openInquiry(viewer, referenceId)
  const decision = viewer.getByRole('region', { name: 'The core system refused' })
  await expect(decision).toContainText('Has an account already')
  await expect(decision).toContainText('has been asked to contact us')
})

/** One customer's applications in an hour. */
const ALLOWED = 10

test('a customer who applies too often is told so, and keeps what was entered', async ({
  applicant,
}) => {
  const { page } = applicant
  const form = await (await page.request.get('/apply')).text()
  const send = () =>
    page.request.post('/apply', { multipart: filledFormData(form), maxRedirects: 0 })
  // The first answer sets the cookie by which the app counts. Later ones open nothing, because a check is open.
  for (let nth = 0; nth < ALLOWED; nth++) expect((await send()).status()).toBe(303)
  await page.goto('/apply')
  await fillInForm(page, { note: 'Please call.' })
  await applicant.sendButton.click()
  const notice = page.getByRole('alert').filter({ hasText: 'wasn’t sent' })
  await expect(notice).toContainText('too many applications')
  await expect(notice).toBeInViewport()
  await expect(page.getByLabel(TEXTS.Form.note.label)).toHaveValue('Please call.')
  await page.goto('/apply/verify')
  await applicant.seesStage('ready')
  await applicant.noteInquiry()
})
