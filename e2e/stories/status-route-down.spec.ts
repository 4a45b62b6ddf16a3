// Events inform, reads confirm: while the status route is down, the app shows a signed decision but opens no account.

import { environment } from '../fixtures/environment'
import { openInquiry } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

test('while the status route is down, customer and staff see a signed approval; the account opens once it is back', async ({
  applicant,
  service,
  staff,
}) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  const referenceId = await applicant.referenceId()
  const endOutage = await service.breakStatus(referenceId)

  await applicant.complete('APPROVED')
  // The page polls every five seconds while the check is open.
  await expect(page.getByRole('heading', { name: TEXTS.Verify.stages.approved.title })).toBeVisible(
    { timeout: environment.startsApp ? 12_000 : undefined },
  )
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

  await endOutage()
  // The longer the outage lasted, the more seconds until the next read.
  await expect(page.getByRole('link', { name: TEXTS.Verify.toAccount })).toBeVisible({
    timeout: 30_000,
  })
  await expect(viewer.getByText('Approved, and the account is open')).toBeVisible()
  await expect(viewer.getByText('being confirmed', { exact: true })).toBeHidden()
  // One notice about the decision, one about the account.
  await expect(viewer.getByText('Told the customer')).toHaveCount(2)
})
