// What staff do with their lists: follow them live, export them, and decide who else may see them.
import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures/test'

test('a new inquiry waits until it is asked for, and moves no row', { tag: '@sandbox' }, async ({
  applicant,
  staff,
}) => {
  const { page } = await staff('viewer')
  await page.goto('/admin/inquiries')
  await applicant.apply()
  const show = page.getByRole('button', { name: /^Show \d+ new inquir/ })
  await expect(show).toBeVisible()
  const link = page.getByRole('link', { name: await applicant.referenceId() })
  await expect(link).toBeHidden()
  await show.click()
  await expect(link).toBeVisible()
})

test('an export has the filter of the list, and no note of a customer', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  const note = `secret ${randomUUID()}`
  await applicant.apply({ note })
  const referenceId = await applicant.referenceId()
  const { page } = await staff('viewer')
  const answer = await page.request.get(`/admin/inquiries/export?search=${referenceId}`)
  expect(answer.headers()['content-type']).toContain('text/csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(referenceId)
  expect(lines.join()).not.toContain(note)
})

test('an export is for staff alone', async ({ newBrowser }) => {
  const answer = await (await newBrowser()).request.get('/admin/inquiries/export')
  expect(answer.status()).toBe(401)
})

test('who is deactivated is out at once', async ({ staff, newBrowser }) => {
  const admin = await staff('admin')
  const email = `${randomUUID()}@example.com`
  await admin.page.goto('/admin/staff')
  await admin.page.getByRole('button', { name: 'Invite' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Name').fill('Nora New')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const password = (await dialog.getByLabel('First password').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const nora = await (await newBrowser()).newPage()
  await nora.goto('/admin/sign-in')
  await nora.getByLabel('E-mail').fill(email)
  await nora.getByLabel('Password').fill(password)
  await nora.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(nora.getByRole('heading', { name: 'Overview' })).toBeVisible()

  const row = admin.page.getByRole('row', { name: email })
  await row.getByRole('button', { name: 'Change Nora New' }).click()
  await admin.page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = admin.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(row.getByText('Deactivated')).toBeVisible()
  await nora.goto('/admin/inquiries')
  await expect(nora).toHaveURL(/\/admin\/sign-in$/)
})
