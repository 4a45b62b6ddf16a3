// A reviewer's work on one case.
import { CHROMIUM } from '../fixtures/environment'
import { openInquiry, seePictures, showDocuments } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

test('a viewer sees the inquiry but not the documents, and every view by others is in the audit trail', {
  tag: '@smoke',
}, async ({ customer, staff }) => {
  await customer.applyAndComplete('NEEDS_REVIEW')
  const referenceId = await customer.referenceId()
  const viewer = await staff('viewer')
  await openInquiry(viewer, referenceId)
  await expect(viewer.getByText('Your role can’t view these.')).toBeVisible()
  await expect(viewer.getByRole('button', { name: /Show identity/ })).toBeHidden()

  const page = await staff('reviewer')
  await openInquiry(page, referenceId)
  const portal = page.getByRole('link', { name: /^Decide in the portal/ })
  expect(await portal.getAttribute('href')).toContain(referenceId)
  await showDocuments(page)
  await seePictures(page, 3)
  await expect(page.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
  const identity = page.getByRole('region', { name: 'Identity' })
  await expect(identity.getByRole('row', { name: 'Born' })).toContainText(/\d+ \w{3,4} \d{4}/)
  const path = new URL(page.url()).pathname
  const spoken = page.getByRole('status', { name: 'Identity and documents' })
  await expect(spoken).toHaveText('Identity and documents are shown for five minutes.')
  await page.emulateMedia({ media: 'print' })
  await expect(identity).toBeHidden()
  await expect(page.getByRole('img', { name: 'Selfie' })).toBeHidden()
  await expect(page.getByRole('heading', { name: referenceId })).toBeVisible()
  await expect(page.getByText('Identity and documents aren’t printed.')).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Hide' }).click()
  await seePictures(page, 0)
  await expect(spoken).toHaveText('Identity and documents are hidden.')
  await expect(page.getByRole('button', { name: /Show identity/ })).toBeFocused()
  await expect(identity.getByRole('row')).toHaveCount(0)

  const admin = await staff('admin')
  await admin.goto('/admin/audit')
  const looks = admin
    .getByRole('row', { name: /Revealed identity and documents/ })
    .filter({ has: admin.locator(`a[href="${path}"]`) })
  await expect(looks.filter({ hasText: 'Allowed' })).toHaveCount(1)
})

test('pictures vanish when their links expire, after five minutes (D7) or sooner, and can be shown again', async ({
  customer,
  isMobile,
  staff,
}) => {
  test.skip(isMobile, 'needs the full window, which a phone doesn’t offer')
  await customer.applyAndComplete('NEEDS_REVIEW')
  const page = await staff('reviewer')
  await page.clock.install()
  await openInquiry(page, await customer.referenceId())
  await showDocuments(page)
  await seePictures(page, 3)
  await page.getByRole('button', { name: 'Full window' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Declared name: \S/)).toBeVisible()
  const first = dialog.getByRole('group').first()
  await expect(first).toBeFocused()
  // Keys reach a picture from anywhere in the window, and a zoomed one moves by the arrows.
  const at = async () => (await first.getByRole('img').boundingBox()) ?? { x: 0, width: 0 }
  const fits = await at()
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('+')
  await page.clock.runFor(1_000)
  const zoomed = await at()
  expect(zoomed.width).toBeGreaterThan(fits.width)
  await page.keyboard.press('ArrowRight')
  await page.clock.runFor(1_000)
  expect((await at()).x).not.toBe(zoomed.x)
  await page.clock.fastForward('05:00')
  await expect(page.getByText('The links have expired', { exact: true })).toBeVisible()
  await seePictures(page, 0)
  const spoken = page.getByRole('status', { name: 'Identity and documents' })
  await expect(spoken).toHaveText(/^The links have expired/)
  await expect(page.getByRole('button', { name: 'Show again' })).toBeFocused()
  await page.route('**/api/admin/inquiries/*/documents', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), expiresInMs: 90_000 } })
  })
  await page.getByRole('button', { name: 'Show again' }).first().click()
  await seePictures(page, 3)
  await expect(page.getByRole('timer')).toHaveText(/^1:[23]\d$/)
  await page.clock.fastForward('01:30')
  await seePictures(page, 0)
})

test('a laptop that slept for twenty minutes shows no picture and no name, also if its clock had been set back', async ({
  customer,
  staff,
}) => {
  await customer.applyAndComplete('NEEDS_REVIEW')
  const page = await staff('reviewer')
  await page.clock.install()
  await openInquiry(page, await customer.referenceId())
  await showDocuments(page)
  await seePictures(page, 3)
  const identity = page.getByRole('region', { name: 'Identity' })
  await expect(identity.getByRole('row', { name: 'Name' })).toBeVisible()
  const setClock = (minutes: number) => page.clock.setSystemTime(Date.now() + minutes * 60_000)
  const monotonicMs = () => page.evaluate(() => performance.now())
  const before = await monotonicMs()
  await setClock(-30)
  await expect.poll(monotonicMs).toBeGreaterThan(before + 1_000)
  // No timer ran during the sleep. When the page becomes visible again, only the wall clock has moved.
  await page.clock.pauseAt(Date.now() - 30 * 60_000 + 2_000)
  await setClock(-10)
  await seePictures(page, 3)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('The links have expired', { exact: true })).toBeVisible()
  await seePictures(page, 0)
  await expect(identity).toHaveCount(0)
  expect((await monotonicMs()) - before).toBeLessThan(60_000)
})

test('two fingers enlarge a picture, and so do the keyboard and the buttons', {
  // Only Chromium's protocol has two fingers.
  tag: CHROMIUM,
}, async ({ customer, staff }) => {
  await customer.applyAndComplete('NEEDS_REVIEW')
  const phone = { hasTouch: true, viewport: { width: 360, height: 740 } }
  const page = await staff('reviewer', phone)
  await openInquiry(page, await customer.referenceId())
  await showDocuments(page)
  await seePictures(page, 3)
  const selfie = page.getByRole('group', { name: 'Selfie' })
  await selfie.scrollIntoViewIfNeeded()
  const widthOf = async () => (await selfie.getByRole('img').boundingBox())?.width ?? 0
  const fits = await widthOf()
  const { x = 0, y = 0, width = 0, height = 0 } = (await selfie.boundingBox()) ?? {}
  const fingers = (apart: number) =>
    [-apart, apart].map((by) => ({ x: x + width / 2 + by, y: y + height / 2 }))
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
  for (const apart of [40, 60, 80])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: fingers(apart),
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(widthOf).toBeGreaterThan(1.5 * fits)

  await selfie.focus()
  await page.keyboard.press('0')
  await expect.poll(widthOf).toBeCloseTo(fits, 0)
  await page.keyboard.press('+')
  await expect.poll(widthOf).toBeGreaterThan(fits)
  await page.getByRole('button', { name: 'Zoom out: Selfie' }).click()
  await expect.poll(widthOf).toBeCloseTo(fits, 0)
})

test('a case page whose refreshes fail stays as it is, shows the decision later, and reports a refresh that finds nothing', async ({
  customer,
  service,
  staff,
}) => {
  await customer.applyAndComplete('NEEDS_REVIEW')
  const page = await staff('reviewer')
  await openInquiry(page, await customer.referenceId())
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
  let failed = 0
  await page.route(
    () => failed < 2,
    (route) => {
      failed += 1
      return route.abort('connectionfailed')
    },
  )
  await expect.poll(() => failed).toBe(2)
  await service.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
  await expect(page.getByText('Account opened')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded')
  await page.getByRole('button', { name: 'Refresh status' }).click()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByText('Checked just now: nothing has changed')).toBeVisible()
})
