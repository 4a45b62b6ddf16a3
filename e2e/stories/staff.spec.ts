// Who may see what.
import { randomUUID } from 'node:crypto'
import { choosePassword, enter } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const STAFF_PAGES = ['/admin', '/admin/inquiries', '/admin/events', '/admin/audit', '/admin/staff']

test('a signed-out visitor is redirected to sign-in', async ({ newPerson }) => {
  const { page } = await newPerson()
  for (const path of STAFF_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  }
})

test("a wrong password doesn't reveal whether the account exists", async ({ newPerson }) => {
  const person = await newPerson()
  await person.page.goto('/admin/sign-in')
  for (const email of ['reviewer@example.com', 'nobody@example.com']) {
    await enter(person, email, 'wrong')
    await expect(person.page.getByText('Incorrect email or password.')).toBeVisible()
    await expect(person.page.getByText('Ask an admin for a new link.')).toBeVisible()
  }
})

test('a viewer sees the inquiry but not the documents', { tag: '@sandbox' }, async ({
  customer,
  staff,
}) => {
  await customer.apply()
  await customer.completeFlow('APPROVED')
  await customer.reaches('approved')
  const viewer = await staff('viewer')
  await viewer.openInquiry(await customer.referenceId())
  await expect(viewer.page.getByText('Your role can’t view these.')).toBeVisible()
  await expect(viewer.page.getByRole('button', { name: /Show identity/ })).toBeHidden()

  const response = await viewer.page.request.get(`/api${viewer.inquiryPath()}/documents`)
  expect(response.status()).toBe(403)
  expect(await response.json()).toEqual({ error: 'forbidden' })
})

test('only staff can fetch documents', { tag: '@sandbox' }, async ({
  customer,
  staff,
  newBrowser,
}) => {
  await customer.apply()
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  const stranger = (await newBrowser()).request
  const response = await stranger.get(`/api${reviewer.inquiryPath()}/documents`)
  expect(response.status()).toBe(401)
})

test('every view of the documents is in the audit trail', { tag: '@sandbox' }, async ({
  customer,
  staff,
}) => {
  await customer.apply()
  await customer.completeFlow('APPROVED')
  await customer.reaches('approved')
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  const path = reviewer.inquiryPath()

  const admin = await staff('admin')
  await admin.page.goto('/admin/audit')
  const looks = admin.page
    .getByRole('row', { name: /Requested identity and documents/ })
    .filter({ has: admin.page.locator(`a[href^="${path}?"]`) })
  await expect(looks).toHaveCount(1)
})

test('after signing out, the back button shows nothing', async ({ staff, newPerson }) => {
  // A separate account, because signing out ends all its sessions and other stories share the roles' accounts.
  const email = `${randomUUID()}@example.com`
  const password = `pass ${randomUUID()}`
  const link = await (await staff('admin')).invite({ name: 'Robin', email })
  const viewer = await newPerson()
  const { page } = viewer
  await choosePassword(viewer, link, password)
  await page.goto('/admin/sign-in')
  await enter(viewer, email, password)
  await page.waitForURL('**/admin')
  await viewer.press(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
})

test('an inquiry’s page shows a decision without a reload, and refreshing reports the result', {
  tag: '@sandbox',
}, async ({ customer, sandbox, staff }) => {
  await customer.apply()
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  const viewer = await staff('viewer')
  await viewer.openInquiry(await customer.referenceId())
  await viewer.page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))

  await sandbox.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
  await expect(viewer.page.getByText('The pictures match.')).toBeVisible()
  await expect(viewer.page.getByRole('term').filter({ hasText: 'Account opened' })).toBeVisible()
  await expect(viewer.page.locator('html')).toHaveAttribute('data-not-reloaded')

  await viewer.press(viewer.page.getByRole('button', { name: 'Refresh status' }))
  const notifications = viewer.page.getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByText('Nothing has changed')).toBeVisible()
})
