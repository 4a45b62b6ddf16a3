// What a role may see and take along.
import { readFile } from 'node:fs/promises'
import { openInquiry, seePictures, showDocuments } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

// Needs only an app and a viewer's session, so it runs against staging and with a real service.
test('a viewer may neither reveal, nor decide, nor export the audit trail, nor manage staff', {
  tag: '@smoke',
}, async ({ customer, staff }) => {
  await customer.apply()
  const page = await staff('viewer')
  await page.goto('/admin/inquiries')
  await page.getByRole('table', { name: 'Inquiries' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByText('Your role can’t view these.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Show identity/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /portal/ })).toHaveCount(0)
  const { pathname } = new URL(page.url())
  const reveal = await page.request.get(`/api${pathname}/documents`)
  expect(reveal.status(), 'a reveal that the screen doesn’t offer').toBe(403)
  expect((await reveal.json()).identity, 'the identity').toBeUndefined()

  await page.goto('/admin/audit')
  await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0)
  expect((await page.request.get('/admin/audit/export')).status(), 'an export').toBe(403)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Staff' })).toHaveCount(0)
  await page.goto('/admin/staff')
  await expect(page).toHaveURL('/admin')
})

test('the exported audit trail says who revealed which inquiry and who was refused, and nothing of the customer', async ({
  customer,
  staff,
}) => {
  await customer.apply()
  await customer.complete('NEEDS_REVIEW', { fullName: 'Quillon Auditwright' })
  await customer.reaches('in_review')
  const referenceId = await customer.referenceId()
  const [reviewer, viewer, admin] = [
    await staff('reviewer'),
    await staff('viewer'),
    await staff('admin'),
  ]
  await openInquiry(reviewer, referenceId)
  const { pathname } = new URL(reviewer.url())
  await showDocuments(reviewer)
  await seePictures(reviewer, 3)
  await viewer.request.get(`/api${pathname}/documents`)

  await admin.goto('/admin/audit')
  const clickedAt = Date.now()
  const download = admin.waitForEvent('download')
  await admin.getByRole('link', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit-trail.csv')
  const csv = await readFile(await file.path(), 'utf8')
  const [header, ...lines] = csv.trim().split('\r\n')
  expect(header).toBe('id,at,actor,action,subject,inquiry,outcome')
  const rows = lines.map((line) => line.split(','))
  const inquiry = pathname.split('/').at(-1)
  const reveals = rows
    .filter((row) => row[3] === 'identity.revealed' && row[5] === inquiry)
    .map(([, at = '', actor, , , , outcome]) => ({
      outcome,
      actor,
      secondsAgo: (Date.now() - Date.parse(at)) / 1_000,
    }))
  // The viewer of another story may try the newest inquiry, which is this one.
  const [allowed, ...more] = reveals.filter(({ outcome }) => outcome === 'allowed')
  expect(allowed, 'the reviewer’s reveal').toBeDefined()
  expect(more, 'further reveals').toEqual([])
  expect(reveals.at(-1)?.outcome, 'the viewer’s try').toBe('refused')
  for (const { secondsAgo } of reveals) expect(secondsAgo, 'when').toBeLessThan(60)
  expect(new Set(reveals.map(({ actor }) => actor)).size, 'people who revealed').toBe(2)
  expect(
    rows.some(
      (row) => row[3] === 'audit.exported' && Date.parse(row[1] ?? '') >= clickedAt - 1_000,
    ),
    'the export has its own entry',
  ).toBe(true)
  for (const personal of ['Auditwright', referenceId, await customer.inquiryId()])
    expect(csv, 'personal data').not.toContain(personal)
})
