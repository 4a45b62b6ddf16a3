// Events inform, reads confirm: while the status route is down, the app shows a signed decision but opens no account.
import { z } from 'zod'
import { callControl } from '../fixtures/sandbox'
import { openInquiry } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const faultSchema = z.object({ id: z.string() })

test('while the status route is down, customer and staff see a signed approval; the account opens once it is back', {
  tag: '@sandbox',
}, async ({ applicant, staff }) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  const referenceId = await applicant.referenceId()
  const match = { operation: 'status', referenceId }
  const outage = { target: 'api', kind: 'server-error', status: 503, count: 1_000, match }
  const fault = faultSchema.parse(await callControl('POST', 'faults', outage))

  await applicant.complete('APPROVED')
  await expect(page.getByRole('heading', { name: 'You’re approved' })).toBeVisible()
  await expect(page.getByText('as soon as it’s open')).toBeVisible()
  const viewer = await staff('viewer')
  await viewer.goto(`/admin/inquiries?q=${referenceId}`)
  const row = viewer.getByRole('row', { name: referenceId })
  await expect(row).toContainText('Approved')
  await expect(row).toContainText('being confirmed')
  await openInquiry(viewer, referenceId)
  await expect(viewer.getByText('being confirmed', { exact: true })).toBeVisible()
  await expect(viewer.getByText('Until it does, nothing happens to the account.')).toBeVisible()
  await expect(viewer.getByText('The service answered with an error (HTTP 503)')).toBeVisible()
  await expect(viewer.getByText('Told the customer')).toHaveCount(0)
  expect(await applicant.current()).toMatchObject({ stage: 'approved', accountOpened: false })

  await callControl('DELETE', `faults/${fault.id}`)
  // The longer the outage lasted, the more seconds until the next read.
  await expect(page.getByRole('link', { name: 'Go to my account' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(viewer.getByText('Approved, and the account is open')).toBeVisible()
  await expect(viewer.getByText('being confirmed', { exact: true })).toBeHidden()
  // One notice about the decision, one about the account.
  await expect(viewer.getByText('Told the customer')).toHaveCount(2)
})
