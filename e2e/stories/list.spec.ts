// How staff find an inquiry: the queue, the lists with their filters, and the export.
import { randomUUID } from 'node:crypto'
import { deliver, eventOf, signed } from '../fixtures/events'
import { expectNoViolations } from '../fixtures/screen'
import { expect, test } from '../fixtures/test'

test('the overview starts with what awaits a decision, and leads to the queue', async ({
  customer,
  staff,
}) => {
  await customer.applyAndComplete('NEEDS_REVIEW')
  const page = await staff('viewer')
  await page.goto('/admin')
  const heading = page.getByRole('heading', { name: /^\d+ cases? awaiting a decision, oldest/ })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the portal' })).toHaveAttribute(
    'href',
    /\/portal\/review\?case=$/,
  )
  await page.getByRole('link', { name: 'Open the queue' }).click()
  await expect(page).toHaveURL(/\/admin\/inquiries\?tab=review$/)
  const rows = page.getByRole('table', { name: 'Inquiries' }).getByRole('row')
  await expect(rows.filter({ hasNotText: 'Needs review' })).toHaveCount(1)
})

test('an inquiry is found by its reference, and no URL contains an inquiryId (F2)', async ({
  customer,
  staff,
}) => {
  await customer.apply()
  const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
  const page = await staff('viewer')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const search = async (text: string) => {
    await page.getByLabel('Search').fill(text)
    await page.getByLabel('Search').press('Enter')
  }

  // Searching leaves the tab.
  await page.goto('/admin/inquiries?tab=review')
  await search(referenceId)
  await page.getByRole('link', { name: referenceId }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()

  await page.goto('/admin/inquiries')
  await search(inquiryId)
  await expect(page.getByLabel('Search')).toBeFocused()
  await page.getByLabel('Search').clear()
  await page.getByLabel('Status').selectOption('DECLINED')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/[?&]status=DECLINED/)
  expect(addresses.join()).not.toContain(inquiryId)
})

test("an export applies the list's filter and contains no notes", async ({ customer, staff }) => {
  const note = `secret ${randomUUID()}`
  await customer.apply({ note })
  const referenceId = await customer.referenceId()
  const page = await staff('viewer')
  const answer = await page.request.get(`/admin/inquiries/export?q=${referenceId}`)
  expect(answer.headers()['content-type']).toContain('text/csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(referenceId)
  expect(lines.join()).not.toContain(note)
})

test('a genuine event is listed within seconds, with its inquiry', {
  tag: '@smoke',
}, async ({ customer, staff }) => {
  await customer.apply()
  const about = {
    inquiryId: await customer.inquiryId(),
    referenceId: await customer.referenceId(),
  }
  expect((await deliver(signed(eventOf('NEEDS_REVIEW', about)))).status).toBe(200)
  const page = await staff('viewer')
  const row = page
    .getByRole('table', { name: 'Events' })
    .getByRole('row', { name: about.referenceId })
  // Until the event is taken in, its row has no reference, and this list doesn't refresh itself.
  await expect(async () => {
    await page.goto('/admin/events')
    await expect(row).toContainText('Inquiry sent to review', { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})

test('a rejected delivery raises an alert, whose list gives the reason', async ({ staff }) => {
  // The signature is right, but the body is no event.
  const wrong = signed({ ...eventOf('DECLINED'), createdAt: 'yesterday' })
  expect((await deliver(wrong)).status).toBe(400)
  const page = await staff('viewer')
  await page.goto('/admin')
  const alert = page.getByRole('listitem').filter({ hasText: 'Rejected deliveries' })
  await expect(alert).toContainText(/refused since .* the last one for “/)
  await alert.getByRole('link').click()
  await expect(page).toHaveURL(/[?&]outcome=rejected/)
  const table = page.getByRole('table', { name: 'Events' })
  await expect(table).toContainText('Signed, but not an event')
})

test('a list that nobody uses stops refreshing, so that its session can end', async ({ staff }) => {
  const page = await staff('viewer')
  await page.clock.install()
  await page.goto('/admin/inquiries')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/health/live')) refreshes += 1
  })
  const refreshesAgain = () =>
    Promise.all([page.waitForRequest('**/api/health/live'), page.clock.runFor(6_000)])
  await refreshesAgain()
  await page.clock.fastForward('11:00')
  refreshes = 0
  await page.clock.runFor(60_000)
  expect(refreshes).toBe(0)
  // A screen reader's browse mode sends no sign of use, so the page says what has happened, in a region that was there before.
  const updates = page.getByRole('status', { name: 'Updates' })
  await expect(updates).toHaveText(/^Updates are paused/)
  await expectNoViolations(page)
  await page.clock.fastForward('24:00')
  await page.clock.runFor(3_000)
  await expect(updates).toHaveText(/signed out in less than five minutes/)
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(updates).toBeEmpty()
  await page.mouse.move(100, 100)
  await refreshesAgain()
})
