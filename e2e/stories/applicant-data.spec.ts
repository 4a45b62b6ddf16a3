// An applicant asks for a copy of their data, and then for its erasure.
import { readFileSync } from 'node:fs'
import { SITE } from '../../site'
import { expect, test } from '../fixtures/test'

test('an admin downloads a copy of an applicant’s data, and erases it with a receipt', {
  tag: ['@sandbox', '@tenant'],
}, async ({ applicant, staff }) => {
  await applicant.page.goto('/apply')
  await applicant.fillIn({ note: 'Please call me' })
  await applicant.send()
  await applicant.sees('Verify your identity')
  const inquiryId = await applicant.inquiryId()
  const admin = await staff('admin')
  const { page } = admin
  await page.goto('/admin/inquiries')
  await admin.search(inquiryId)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    admin.press(page.getByRole('link', { name: 'Download a copy' })),
  ])
  const copy = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(copy).toMatchObject({ complete: true, inquiries: [{ note: 'Please call me' }] })
  expect(JSON.stringify(copy)).not.toContain(inquiryId)

  await admin.press(page.getByRole('button', { name: 'Erase…' }))
  const field = page.getByRole('textbox', { name: /^Type .* to confirm/ })
  await admin.type(field, `${SITE.referencePrefix}-WRONG`)
  await admin.press(page.getByRole('button', { name: 'Erase for good' }))
  await expect(page.getByText('That isn’t this inquiry’s reference.')).toBeVisible()
  const label = await page.getByText(/^Type .* to confirm/).textContent()
  await admin.type(field, new RegExp(`${SITE.referencePrefix}-\\w+`).exec(label ?? '')?.[0] ?? '')
  await admin.press(page.getByRole('button', { name: 'Erase for good' }))
  await expect(page.getByRole('dialog')).toContainText('"inquiries": 1')
  await admin.press(page.getByRole('button', { name: 'Back to the list' }))
  await expect(page).toHaveURL(/\/admin\/inquiries$/)
  await applicant.page.goto('/apply/verify')
  await applicant.sees('There’s no application in this browser')
})
