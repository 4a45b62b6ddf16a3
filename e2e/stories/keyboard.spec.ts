// Customer and staff use the app with only the keyboard, and the focus is visible at every stop. A short version of
// `npm run e2e -- --project=keyboard`, which runs nearly every story this way.

import { environment } from '../fixtures/environment'
import { enter, StaffMember } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

test.use({ input: 'keyboard' })

test(
  'a customer gets from the storefront to a decision with only the keyboard',
  NEEDS,
  async ({ applicant }) => {
    const { page } = applicant
    await page.goto('/')
    await applicant.press(page.getByRole('link', { name: 'Skip to content' }))
    await applicant.press(
      page.getByRole('main').getByRole('link', { name: 'Open an account' }).first(),
    )
    await expect(page).toHaveURL(/\/apply/)
    await applicant.fillIn({ account: 'Business account', note: 'Please call.' })
    await applicant.send()
    await applicant.sees('Verify your identity')
    await applicant.completeFlow('APPROVED')
    await applicant.sees('You are approved')
  },
)

test(
  'a reviewer signs in, finds an inquiry and views its documents with only the keyboard',
  NEEDS,
  async ({ applicant, newPerson }) => {
    await applicant.apply()
    await applicant.completeFlowByHttp('NEEDS_REVIEW')
    await applicant.sees('A specialist is reviewing your application')
    const referenceId = await applicant.referenceId()

    const { page, input } = await newPerson()
    const reviewer = new StaffMember(page, input)
    await page.goto('/admin/sign-in')
    await enter(reviewer, `reviewer@${environment.STAFF_DOMAIN}`, environment.STAFF_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await reviewer.press(page.getByRole('navigation').getByRole('link', { name: 'Inquiries' }))
    await expect(page.getByRole('heading', { name: 'Inquiries' })).toBeVisible()
    await reviewer.findInquiry(referenceId)

    await reviewer.showDocuments()
    await reviewer.press(page.getByRole('button', { name: 'Full window' }))
    const viewer = page.getByRole('dialog', { name: 'Documents' })
    await reviewer.press(viewer.getByRole('button', { name: 'Zoom in' }))
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await reviewer.press(page.getByRole('button', { name: 'Refresh status' }))
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications.getByText('Nothing has changed')).toBeVisible()
  },
)
