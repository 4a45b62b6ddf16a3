// The service's portal, as an operator and an integrator use it.
import { expectNoViolations } from '../fixtures/accessibility'
import { expect, Operator, test } from './portal-fixtures'

test('a new key is shown once and can be revoked', async ({ operator }) => {
  const { page } = operator
  await operator.open('/keys')
  await page.getByText('New key', { exact: true }).click()
  await page.getByLabel('Name').fill('Backend')
  await operator.press('Create key')
  await expect(operator.notice).toContainText('it won’t be shown again')
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  const key = await operator.notice.locator('code').textContent()
  expect(key).toMatch(/^svc_live_[\w-]{32}$/)

  await page.reload()
  await expect(page.getByText(key ?? '')).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: 'Backend' })
  await row.getByText('Revoke').first().click()
  await row.getByRole('button', { name: 'Revoke Backend' }).click()
  await expect(row.getByText('revoked')).toBeVisible()
})

test('on a phone, the portal’s own chrome takes less than a fifth of the screen', async ({
  operator,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, section] of [
    ['', 'Overview'],
    ['/wire', 'Wire'],
    ['/scenario', 'Scenario'],
  ]) {
    await operator.open(path ?? '')
    const content = await page.getByRole('main').boundingBox()
    expect(content?.y).toBeLessThan(844 / 5)
    const menu = page.getByRole('navigation', { name: 'Portal' }).locator('summary')
    await expect(menu).toHaveText(`Menu, now at ${section}`)
    await expect(menu).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone, the menu leads to every section, and the review queue and a decision stay in view', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 360, height: 740 })
  const inquiryId = await tenant.openInquiry('order:16')
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await operator.open('/keys')
  const navigation = page.getByRole('navigation', { name: 'Portal' })
  const review = navigation.getByRole('link', { name: 'Review 1 waiting', exact: true })
  await expect(review).toBeInViewport({ ratio: 1 })
  const sections = navigation.getByRole('listitem').getByRole('link')
  await expect(sections).toHaveCount(0)
  await navigation.locator('summary').click()
  await expect(sections).toHaveCount(9)
  for (const section of await sections.all()) await expect(section).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(sections).toHaveCount(0)
  await expect(navigation.locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await navigation.getByRole('link', { name: 'Scenario' }).click()
  await expect(page.getByRole('heading', { name: 'Scenario', level: 1 })).toBeVisible()
  await operator.open(`/inquiries/${inquiryId}`)
  const approve = page.getByRole('button', { name: 'Approve order:16' })
  await expect(approve).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Note to the merchant').fill('Checked on the way.')
  await approve.click()
  await expect(operator.notice).toHaveText('order:16 is approved.')
})

test('a reviewer sees the pictures and approves with a note, and the merchant reads APPROVED', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const inquiryId = await tenant.openInquiry('order:17')
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Review queue 1 waiting' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'order:17' }) })
  await expect(card.getByRole('link', { name: 'Passport' }).locator('img')).toHaveJSProperty(
    'complete',
    true,
  )
  await card.getByLabel('Note to the merchant').fill('Checked by hand.')
  await card.getByRole('button', { name: 'Approve order:17' }).click()
  await expect(operator.notice).toHaveText('order:17 is approved.')
  await expect(page.getByText('Nothing to review.')).toBeVisible()
  expect(await tenant.statusOf(inquiryId)).toBe('APPROVED')
})

test('the wire shows exchanges as they happen and opens them next to the list', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/wire')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()

  const inquiryId = await tenant.openInquiry('order:18')
  const opened = page.getByRole('link', { name: /POST \/inquiries/ })
  await expect(opened).toBeVisible()
  await tenant.complete(inquiryId, 'APPROVED')
  const delivery = page.getByRole('link', { name: /inquiry\.approved/ })
  await expect(delivery).toBeVisible()
  // The delivery is in the same group as the open that caused it.
  const group = page.locator('section').filter({ has: opened })
  await expect(group.getByRole('link', { name: /inquiry\.approved/ })).toBeVisible()

  await delivery.click()
  const exchange = page.getByRole('article')
  await expect(
    exchange.getByRole('heading', { name: 'Delivery of inquiry.approved' }),
  ).toBeVisible()
  await expect(exchange.getByText('Right for the endpoint’s secret')).toBeVisible()
  await expect(exchange.getByLabel('Body of the request, exact')).toContainText(inquiryId)
})

test('a pause holds back new rows, and the filter hides rows that do not match', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/wire')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await operator.press('Pause')
  const inquiryId = await tenant.openInquiry()
  await expect(page.getByRole('button', { name: 'Resume (1)' })).toBeVisible()
  const opened = page.getByRole('link', { name: /POST \/inquiries/ })
  await expect(opened).toHaveCount(0)
  await operator.press('Resume (1)')
  await expect(opened).toBeVisible()

  await page.getByLabel('Filter by path').fill('documents')
  await expect(opened).toBeHidden()
  await expect(page.getByText('No exchange fits the filter.')).toBeVisible()
  await tenant.statusOf(inquiryId)
  await page.getByLabel('Filter by path').fill('get')
  await expect(page.getByRole('link', { name: /GET \/inquiries/ })).toBeVisible()
  await expect(opened).toBeHidden()
})

for (const width of [1440, 360]) {
  test(`new rows do not move the row being read at ${width} pixels`, async ({
    operator,
    tenant,
  }) => {
    const { page } = operator
    await page.setViewportSize({ width, height: 700 })
    for (let opened = 0; opened < 25; opened++) await tenant.openInquiry(`order:${opened}`)
    await operator.open('/wire')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const read = page.getByRole('link', { name: 'order:3', exact: true })
    await read.scrollIntoViewIfNeeded()
    const line = async () => (await read.boundingBox())?.y ?? 0
    const before = await line()
    await tenant.openInquiry('order:new')
    await expect(page.getByRole('link', { name: 'order:new', exact: true })).toBeAttached()
    await expect.poll(async () => Math.abs((await line()) - before)).toBeLessThan(1)
  })
}

test('a delivery can be resent with a named fault', async ({ operator, tenant }) => {
  const { page } = operator
  await tenant.complete(await tenant.openInquiry(), 'APPROVED')
  await operator.open('/wire?direction=delivery')
  await page.getByRole('link', { name: /inquiry\.approved/ }).click()
  await page.getByLabel('Send it again').selectOption('flip-byte')
  await operator.press('Send')
  await expect(operator.notice).toHaveText('Sent again with flip-byte: answered 200.')
  await expect(page.getByText('Wrong for the endpoint’s secret')).toBeVisible()
})

test('the scenario panel plans an outcome, moves the clock and sets a gap', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/scenario')
  await operator.press('Freeze')
  await expect(page.getByText('Clock frozen')).toBeVisible()
  const header = page.getByRole('banner').first().locator('time')
  const time = async () => Date.parse((await header.getAttribute('datetime')) ?? '')
  const before = await time()
  await operator.press('+1 day')
  await expect.poll(async () => (await time()) - before).toBe(24 * 60 * 60 * 1000)

  await page.getByText('Options the contract leaves open').click()
  await page.getByLabel(/N6 .*status endpoint/).selectOption('after-event')
  await operator.press('Apply')
  await expect(page.getByText('1 changed')).toBeVisible()

  await page.getByText('Another outcome, several inquiries').click()
  await page.getByRole('combobox', { name: 'Outcome' }).fill('ESCALATED')
  await operator.press('Plan')
  await expect(operator.notice).toHaveText('Escalated for the next inquiry.')
  const inquiryId = await tenant.openInquiry('order:19')
  await operator.open(`/inquiries/${inquiryId}`)
  await expect(page.getByText('Planned: Escalated, when the customer submits.')).toBeVisible()
})

test('active faults are listed first and cleared with one click', async ({ operator, tenant }) => {
  const { page } = operator
  await operator.open('/scenario')
  const inEffect = page.getByRole('region', { name: 'In effect now' })
  await expect(inEffect).toContainText('Nothing.')
  await page.getByRole('button', { name: /^Lose it/ }).click()
  await page.getByRole('button', { name: /^Take it down/ }).click()
  await operator.press('Approved')
  await expect(inEffect.getByRole('listitem')).toHaveText([
    /^Webhook ?Never arrives/,
    /^API ?Service down/,
    /^Outcome ?Approved/,
  ])
  await expect(tenant.openInquiry()).rejects.toThrow('503')
  await operator.press('Clear Service down')
  await tenant.openInquiry()
  await operator.press('Clear Never arrives')
  await operator.open('/scenario')
  await expect(inEffect).toContainText('Nothing.')
})

test('a tenant chosen before the script has loaded is switched to once it has', async ({
  page,
  sandbox,
  tenant,
}) => {
  const operator = new Operator(page, sandbox.url)
  await operator.open('')
  await operator.press('Continue as operator')
  await expect(page.getByLabel('Tenant')).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/portal.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${sandbox.url}/portal`, { waitUntil: 'commit' })
  await page.getByLabel('Tenant').selectOption(tenant.id)
  release()
  await operator.seesTenant('A portal story')
})

test('everything but the live wire works without JavaScript', async ({
  browser,
  sandbox,
  tenant,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const operator = new Operator(await context.newPage(), sandbox.url, false)
  const { page } = operator
  await operator.signIn(tenant)
  const inquiryId = await tenant.openInquiry('order:20')
  await operator.open(`/inquiries/${inquiryId}`)
  await operator.press('Approved')
  await expect(operator.notice).toContainText('Completed with specimens')
  expect(await tenant.statusOf(inquiryId)).toBe('APPROVED')
  await operator.open('/wire?direction=request')
  await page.getByRole('link', { name: /POST \/inquiries/ }).click()
  await expect(page.getByRole('heading', { name: 'Request', level: 2 })).toBeVisible()
  await context.close()
})

test('the form previews the brand that a merchant sets, and the hosted flow uses it', async ({
  operator,
  tenant,
  merchant,
  flow,
}) => {
  const { page } = operator
  await operator.open('/brand')
  await page.getByLabel('Name').fill('Harbour Credit Union')
  await page.getByLabel('Colour').fill('#8a1c4a')
  await page.getByLabel('Logo').setInputFiles({
    name: 'harbour.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  })
  // The preview follows the form before anything is saved.
  const preview = page.getByRole('img', { name: /^Light: / })
  const hasNewBrand = async () => {
    await expect(preview.locator('rect[fill="#8a1c4a"]')).toHaveCount(2)
    await expect(preview).toContainText('Harbour Credit Union asks you')
  }
  await hasNewBrand()
  await expect(preview.locator('.flow-head img')).toHaveJSProperty('naturalWidth', 9)
  await expect(page.getByText('harbour.svg')).toBeVisible()
  await operator.press('Save')
  await expect(operator.notice).toContainText('Brand saved.')
  await hasNewBrand()

  await merchant.startFlow(await tenant.openInquiry('order:18'))
  // This is the flow's own first screen.
  for (const words of [/^Verify your identity$/, /^Step 1 of 5$/, /^A picture of your face$/]) {
    await expect(flow.screen.getByText(words).first()).toBeVisible()
  }
  const header = flow.screen.getByRole('banner')
  await expect(header).toContainText('Harbour Credit Union')
  const logo = header.locator('img')
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/)
  await expect(flow.screen.getByRole('button', { name: 'Agree and continue' })).toHaveCSS(
    'background-color',
    'rgb(138, 28, 74)',
  )
})

test('no page has an accessibility violation or scrolls sideways', async ({ operator, tenant }) => {
  test.slow()
  const { page } = operator
  const inquiryId = await tenant.openInquiry('x'.repeat(256))
  await tenant.complete(await tenant.openInquiry('order:21'), 'NEEDS_REVIEW')
  const paths = ['', '/inquiries', `/inquiries/${inquiryId}`, '/review', '/templates', '/keys']
  for (const path of [...paths, '/brand', '/endpoints', '/scenario', '/wire', '/nowhere']) {
    await operator.open(path)
    await expectNoViolations(page)
  }
  await operator.open('/wire?direction=delivery')
  await page.getByRole('link', { name: /inquiry\.review_in_progress/ }).click()
  await expectNoViolations(page)
  await operator.press('Sign out')
  await expectNoViolations(page)
})
