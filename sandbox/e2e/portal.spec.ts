// The portal in a browser: reviewing without JavaScript, following the wire with it, and accessibility.
import { expect, test } from './fixtures'
import { expectNoViolations } from './violations'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reviewer signs in, sees the pictures, approves with a note, and reads the wire', async ({
    portal,
    tenant,
  }) => {
    const inquiryId = await tenant.openInquiry('order:17')
    await portal.goto(`/portal/inquiries/${inquiryId}`)
    await portal.getByLabel('Outcome').selectOption({ label: 'Needs review: a reviewer decides' })
    await portal.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(portal.locator('.notice').first()).toHaveText('Done.')
    await portal.getByRole('link', { name: 'Review queue' }).click()
    const card = portal
      .getByRole('article')
      .filter({ has: portal.getByRole('link', { name: 'order:17' }) })
    await expect(card.getByRole('img', { name: 'Passport' })).toBeVisible()
    await card.getByLabel('Note to the merchant').fill('Checked by hand.')
    await card.getByRole('button', { name: 'Approve order:17' }).click()
    await expect(portal.locator('.notice')).toHaveText('order:17 is approved.')
    await expect(portal.getByText('Nothing to review.')).toBeVisible()
    expect(await tenant.statusOf(inquiryId)).toBe('APPROVED')
    await portal.goto('/portal/wire?words=Request')
    await portal.getByRole('link', { name: /POST \/inquiries/ }).click()
    await expect(portal.getByRole('heading', { name: 'POST /inquiries', level: 1 })).toBeVisible()
  })
})

test('new exchanges that match the filter appear on the wire without a reload', async ({
  portal,
  tenant,
}) => {
  await portal.goto('/portal/wire?words=post')
  const opened = portal.getByRole('link', { name: /POST \/inquiries/ })
  const inquiryId = await tenant.openInquiry()
  await expect(opened).toHaveCount(1)
  await tenant.statusOf(inquiryId)
  await tenant.openInquiry()
  await expect(opened).toHaveCount(2)
  await expect(portal.getByRole('link', { name: /GET \/inquiries/ })).toHaveCount(0)
})

test('no page has an accessibility violation or scrolls sideways', async ({ portal, tenant }) => {
  test.slow()
  const inquiryId = await tenant.openInquiry('x'.repeat(256))
  await tenant.complete(await tenant.openInquiry('order:21'), 'NEEDS_REVIEW')
  const paths = ['', `/inquiries/${inquiryId}`, '/review', '/templates', '/api-keys', '/webhooks']
  for (const path of [...paths, '/scenario', '/wire', '/nowhere']) {
    await portal.goto(`/portal${path}`)
    await expectNoViolations(portal)
  }
  await portal.goto('/portal/scenario')
  await portal.getByRole('heading', { name: 'Anything else' }).click()
  await expectNoViolations(portal)
  for (const [page, ...actions] of [
    ['Templates', 'New template', 'New revision'],
    ['API Keys', 'New key'],
    ['Webhooks', 'New endpoint', 'Rotate, recreate or remove'],
  ] as const) {
    await portal.getByRole('link', { name: page }).click()
    for (const action of actions) await portal.locator('summary', { hasText: action }).click()
    await expectNoViolations(portal)
  }
  await portal.getByRole('button', { name: /^Remove / }).click()
  await expect(portal.locator('.notice')).toHaveText(/^The endpoint is removed\./)
  await portal.goto('/portal/wire?words=Delivery')
  await portal.getByRole('link', { name: /inquiry\.review_in_progress/ }).click()
  await expectNoViolations(portal)
  await portal.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectNoViolations(portal)
})

test('the first page and the 404 lead on, and pass axe', async ({ page }) => {
  for (const [path, title, link] of [
    ['/', 'A sandbox for identity checks', 'Work as the service'],
    ['/nowhere', 'There’s nothing at this address', 'See what’s here'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('link', { name: link })).toBeVisible()
    await expectNoViolations(page)
  }
})
