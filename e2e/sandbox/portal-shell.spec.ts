// What every page shares: navigation, tenants, and working without a script.
import { expectNoViolations } from '../fixtures/accessibility'
import { expect, Operator, test } from './portal-fixtures'

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

test('on a phone, the menu switches the tenant and signs out', async ({ operator, sandbox }) => {
  const { page } = operator
  const other = await sandbox.createTenant({ name: 'Another story' })
  await page.setViewportSize({ width: 360, height: 740 })
  await operator.open('')
  const tenants = page.getByRole('combobox', { name: 'Tenant' })
  await expect(tenants).toBeHidden()
  const menu = page.getByRole('navigation', { name: 'Portal' }).locator('summary')
  await menu.click()
  await tenants.selectOption(other.id)
  await operator.seesTenant('Another story')
  await menu.click()
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await expect(signOut).toBeInViewport({ ratio: 1 })
  await signOut.click()
  await expect(page.getByRole('heading', { name: 'Sign in to the portal' })).toBeVisible()
})

test('choosing a tenant before the script has loaded switches to it once it has', async ({
  page,
  sandbox,
  tenant,
}) => {
  const operator = new Operator(page, sandbox.url)
  await operator.open('')
  await operator.press('Continue as operator')
  await expect(page.getByRole('combobox', { name: 'Tenant' })).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/portal.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${sandbox.url}/portal`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Tenant' }).selectOption(tenant.id)
  release()
  await operator.seesTenant('A portal story')
})

test('signing in, completing an inquiry and reading the wire work without JavaScript', async ({
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
  await expect(page.getByRole('heading', { name: 'POST /inquiries', level: 2 })).toBeVisible()
  await context.close()
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
  await operator.open('/scenario')
  for (const title of ['More faults', 'More outcomes', 'Behaviour the contract doesn’t define'])
    await page.getByRole('heading', { name: title }).click()
  await expectNoViolations(page)
  await operator.open('/endpoints')
  for (const action of ['Actions', 'Remove'])
    await page.locator('summary', { hasText: action }).click()
  await expectNoViolations(page)
  await operator.open('/wire?direction=delivery')
  await page.getByRole('link', { name: /inquiry\.review_in_progress/ }).click()
  await expectNoViolations(page)
  await operator.press('Sign out')
  await expectNoViolations(page)
})

test('the overview’s two lists end on the same line', async ({ operator, tenant }) => {
  const { page } = operator
  for (let opened = 0; opened < 6; opened++) await tenant.openInquiry(`order:${opened}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('')
  const newest = await page.getByRole('region', { name: 'Newest inquiries' }).boundingBox()
  const integration = await page.getByRole('region', { name: 'Integration' }).boundingBox()
  expect(integration?.height).toBe(newest?.height)
})
