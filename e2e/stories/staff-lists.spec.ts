// What staff do with their lists: follow them live, export them, filter them, and decide who else may see them.
import { randomUUID } from 'node:crypto'
import { decline } from '../fixtures/events'
import { choosePassword, enter } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

test("a new inquiry doesn't move the rows on screen until staff choose to show it", {
  tag: '@sandbox',
}, async ({ customer, staff }) => {
  const viewer = await staff('viewer')
  const { page } = viewer
  await page.goto('/admin/inquiries')
  await customer.apply()
  const show = page.getByRole('button', { name: /^Show \d+ new inquir/ })
  await expect(show).toBeVisible()
  const link = page.getByRole('link', { name: await customer.referenceId() })
  await expect(link).toBeHidden()
  await viewer.press(show)
  await expect(link).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test(`an inquiryId finds its inquiry and never appears in a URL (F2), ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    tag: '@sandbox',
  }, async ({ customer, staff }) => {
    await customer.apply()
    const inquiryId = await customer.inquiryId()
    const viewer = await staff('viewer', { javaScriptEnabled })
    const { page } = viewer
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto('/admin/inquiries')
    await viewer.search(inquiryId)
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(page.getByText(await customer.referenceId()).first()).toBeVisible()

    const unknown = randomUUID()
    await page.goto('/admin/inquiries')
    const declined = page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: 'Declined' })
    await viewer.press(declined)
    await expect(declined).toHaveAttribute('aria-current', 'page')
    await viewer.search(unknown)
    await expect(page.getByText('No inquiry has this ID')).toBeVisible()
    await expect(declined).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(/\?status=DECLINED&unknown-id=1$/)
    expect(addresses.join()).not.toContain(inquiryId)
    expect(addresses.join()).not.toContain(unknown)
  })

test('a tablet shows all five columns, with a status of any length', {
  tag: '@sandbox',
}, async ({ customer, staff }) => {
  await customer.apply()
  await customer.completeFlow('ESCALATED_TO_ANOTHER_TEAM')
  await customer.reaches('unknown')
  const viewport = { width: 768, height: 900 }
  const { page } = await staff('viewer', { viewport })
  await page.goto(`/admin/inquiries?search=${await customer.referenceId()}`)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Unknown status (Escalated')
  await expect(row.getByRole('cell')).toHaveCount(5)
  // One line each: nothing is stacked in a cell or wrapped.
  expect((await row.boundingBox())?.height).toBeLessThan(60)
  for (const cell of await row.getByRole('cell').all())
    await expect(cell).toBeInViewport({ ratio: 1 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(viewport.width)
})

test("an export applies the list's filter and contains no notes", {
  tag: '@sandbox',
}, async ({ customer, staff }) => {
  const note = `secret ${randomUUID()}`
  await customer.apply({ note })
  const referenceId = await customer.referenceId()
  const { page } = await staff('viewer')
  const answer = await page.request.get(`/admin/inquiries/export?search=${referenceId}`)
  expect(answer.headers()['content-type']).toContain('text/csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(referenceId)
  expect(lines.join()).not.toContain(note)
})

test('only staff can export', async ({ newBrowser }) => {
  const answer = await (await newBrowser()).request.get('/admin/inquiries/export')
  expect(answer.status()).toBe(401)
})

test('deactivation signs a colleague out immediately', async ({ staff, newPerson }) => {
  const admin = await staff('admin')
  const email = `${randomUUID()}@example.com`
  const link = await admin.invite({ name: 'Nora New', email })
  const password = `pass ${randomUUID()}`

  const nora = await newPerson()
  await choosePassword(nora, link, password)
  await nora.page.goto('/admin/sign-in')
  await enter(nora, email, password)
  await expect(nora.page.getByRole('heading', { name: 'Overview' })).toBeVisible()

  await admin.deactivate({ name: 'Nora New', email })
  await nora.page.goto('/admin/inquiries')
  await expect(nora.page).toHaveURL(/\/admin\/sign-in$/)
})

for (const javaScriptEnabled of [true, false])
  test(`on a desktop, a choice filters the list, ${javaScriptEnabled ? 'at once' : 'once it’s applied, without JavaScript'}`, async ({
    deliver,
    staff,
  }) => {
    await deliver(decline(), { secret: 'whsec_somebody-else' })
    const viewer = await staff('viewer', { javaScriptEnabled })
    const { page } = viewer
    await page.goto('/admin/events/rejected')
    const reason = page.getByRole('combobox', { name: 'Reason' })
    const apply = page.getByRole('button', { name: 'Apply', exact: true })
    await reason.focus()
    await viewer.select(reason, 'Wrong secret or altered body')
    if (!javaScriptEnabled) await viewer.press(apply)
    await expect(page).toHaveURL(/[?&]reason=wrong_secret_or_altered_body/)
    await expect(reason).toHaveValue('wrong_secret_or_altered_body')
    if (!javaScriptEnabled) return
    await expect(apply).toBeHidden()
    await expect(reason).toBeFocused()
    await page.goBack()
    await expect(reason).toHaveValue('')
  })

for (const javaScriptEnabled of [true, false])
  test(`on a phone, filters are behind one button that counts them, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    deliver,
    staff,
  }) => {
    await deliver(decline(), { secret: 'whsec_somebody-else' })
    const viewport = { width: 360, height: 740 }
    const viewer = await staff('viewer', { viewport, javaScriptEnabled })
    const { page } = viewer
    for (const path of [
      '/admin/inquiries',
      '/admin/events',
      '/admin/events/rejected',
      '/admin/audit',
    ]) {
      await page.goto(path)
      // The inquiry list has tabs and a search field, which leaves the period.
      const name = path === '/admin/inquiries' ? 'Period' : 'Filters'
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      await expect(page.getByRole('combobox')).toHaveCount(0)
    }
    // The list starts on the first screen.
    const table = page.getByRole('table', { name: 'Audit trail' })
    await expect(table.getByRole('row').nth(1)).toHaveText(/^\d+ \w+ \d{4} · UTC$/)
    await expect(table.getByRole('row').nth(2)).toBeInViewport({ ratio: 1 })

    await page.goto('/admin/events/rejected')
    await viewer.openFilters()
    await viewer.select(page.getByLabel('Reason'), 'Wrong secret or altered body')
    await viewer.press(page.getByRole('button', { name: 'Show results' }))
    await expect(page).toHaveURL(/[?&]reason=wrong_secret_or_altered_body/)
    const filters = page.getByRole('button', { name: 'Filters 1 active' })
    await expect(filters).toBeVisible()
    await viewer.press(filters)
    await expect(page.getByLabel('Reason')).toHaveValue('wrong_secret_or_altered_body')
    await page.keyboard.press('Escape')
    await viewer.press(page.getByRole('link', { name: 'Clear' }))
    await expect(page).toHaveURL(/\/rejected$/)

    await page.goto('/admin/inquiries')
    await viewer.openFilters()
    const period = page.getByRole('navigation', { name: 'Period' })
    await expect(period.locator('[aria-current=true]')).toHaveText('Any time')
    await viewer.press(period.getByRole('link', { name: '7 days' }))
    await viewer.press(page.getByRole('button', { name: 'Period: 7 days' }))
    await viewer.press(period.getByRole('link', { name: 'Any time' }))
    await expect(page).toHaveURL(/\/admin\/inquiries$/)

    for (const [path, start] of [
      ['/admin/inquiries?status=DECLINED', /\?status=DECLINED&from=(\d{4}-\d\d-\d\d)$/],
      ['/admin/audit?actor=system', /\?actor=system&from=(\d{4}-\d\d-\d\d)T00%3A00$/],
    ] as const) {
      await page.goto(path)
      await viewer.openFilters()
      const today = await page.getByRole('link', { name: 'Today' }).getAttribute('href')
      await viewer.press(page.getByRole('link', { name: '7 days' }))
      await expect(page).toHaveURL(start)
      const day = start.exec(page.url())?.[1] ?? ''
      const days = (Date.parse(start.exec(today ?? '')?.[1] ?? '') - Date.parse(day)) / 86_400_000
      expect(days).toBe(6)
      await viewer.openFilters()
      await expect(page.getByLabel('From (UTC)')).toHaveValue(new RegExp(`^${day}`))
      await expect(period.locator('[aria-current=true]')).toHaveText('7 days')
    }
  })
