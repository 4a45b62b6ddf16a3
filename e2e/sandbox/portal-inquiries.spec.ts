// The list of inquiries, and one of them.
import { expectNoViolations } from '../fixtures/accessibility'
import { expect, Operator, test } from './portal-fixtures'

test('the list of inquiries has a line for each, and copies a reference that it cuts', async ({
  context,
  operator,
  tenant,
}) => {
  const { page } = operator
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const reference = `app-${crypto.randomUUID()}`
  await tenant.complete(await tenant.openInquiry(reference), 'APPROVED', {
    fullName: 'Maximiliane-Alexandrina von Hohenzollern-Sigmaringen y Fernández de Córdoba',
  })
  await tenant.openInquiry('order:23')
  const row = page.getByRole('row').filter({ hasText: 'Maximiliane' })
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await operator.open('/inquiries')
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await row.getByRole('button', { name: `Copy reference ${reference}` }).click()
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)

  await page.getByRole('link', { name: 'Approved 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'order:23' })).toHaveCount(0)
  await page.getByLabel('Search by name').fill('maximil')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'All 1' })).toBeVisible()
  await expect(row).toBeVisible()
})

test('on a phone, an inquiry shows its reference in one line, and “Enlarge” beside what it enlarges', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const reference = `app-${crypto.randomUUID()}`
  const inquiryId = await tenant.openInquiry(reference)
  await tenant.complete(inquiryId, 'APPROVED')
  await page.setViewportSize({ width: 360, height: 740 })
  await operator.open(`/inquiries/${inquiryId}`)
  const shown = page.locator('.case-reference')
  await expect(shown).toHaveText(reference)
  expect((await shown.boundingBox())?.height).toBeLessThan(24)
  for (const picture of await page.getByRole('button', { name: /Enlarge$/ }).all())
    expect((await picture.locator('.picture-name').boundingBox())?.height).toBeLessThan(24)
})

test('on a phone, the pictures of a card are equally large, and each says “Enlarge”', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const inquiryId = await tenant.openInquiry('order:25')
  await tenant.complete(inquiryId, 'APPROVED', { documentType: 'driving_license' })
  await page.setViewportSize({ width: 390, height: 844 })
  await operator.open(`/inquiries/${inquiryId}`)
  const frames = await page
    .locator('.picture-frame')
    .evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().toJSON()))
  expect(frames).toHaveLength(3)
  for (const { width } of frames) expect(width).toBeGreaterThan(300)
  expect(new Set(frames.map(({ width, height }) => `${width} × ${height}`)).size).toBe(1)
  for (const words of await page.locator('.picture-enlarge > span').all())
    expect((await words.boundingBox())?.width).toBeGreaterThan(30)
})

test('at a desk, the decision stays in the window to the end of the case', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const inquiryId = await tenant.openInquiry('order:28')
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await page.setViewportSize({ width: 1440, height: 720 })
  await operator.open(`/inquiries/${inquiryId}`)
  const approve = page.getByRole('button', { name: 'Approve order:28' })
  await expect(approve).toBeInViewport({ ratio: 1 })
  await page.getByRole('heading', { name: 'Events sent to the merchant' }).scrollIntoViewIfNeeded()
  await expect(approve).toBeInViewport({ ratio: 1 })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('on a phone, “Add a note” next to the decision leads into the note', async ({
      page,
      sandbox,
      tenant,
    }) => {
      const operator = new Operator(page, sandbox.url, javaScriptEnabled)
      await operator.signIn(tenant)
      const inquiryId = await tenant.openInquiry('order:26')
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      await page.setViewportSize({ width: 390, height: 844 })
      for (const path of [`/inquiries/${inquiryId}`, '/review']) {
        await operator.open(path)
        const note = page.getByLabel('Note to the merchant')
        await expect(note).not.toBeInViewport()
        await page.getByRole('link', { name: 'Add a note for order:26' }).click()
        await expect(note).toBeFocused()
        await expect(note).toBeInViewport({ ratio: 1 })
        const bar = await page.locator('.decide-bar').boundingBox()
        const field = await note.boundingBox()
        expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
      }
    })

    test('a picture opens over the page, and closes again', async ({ page, sandbox, tenant }) => {
      const operator = new Operator(page, sandbox.url, javaScriptEnabled)
      await operator.signIn(tenant)
      const inquiryId = await tenant.openInquiry('order:27')
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      const picture = page.getByRole('dialog', { name: 'Passport' })
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await operator.open(`/inquiries/${inquiryId}`)
        await page.getByRole('button', { name: 'Passport Enlarge' }).click()
        await expect(picture.getByRole('img', { name: 'Passport' })).toBeInViewport({ ratio: 1 })
        await expect(picture.getByRole('button', { name: 'Close' })).toBeFocused()
        if (javaScriptEnabled) await expectNoViolations(page)
        await page.keyboard.press('Escape')
        await expect(picture).toBeHidden()
      }
    })
  })
}
