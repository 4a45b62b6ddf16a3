// The portal in a browser: reviewing without a script, the wire with one, and accessibility.
import { expect, test } from './fixtures'
import { expectNoViolations } from './violations'

// Not the name of the tenant that the sign-in leads to.
test.use({ tenantDetails: { name: 'A portal story' } })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reviewer signs in, sees the pictures, approves with a note, and reads the wire', async ({
    operator,
    tenant,
  }) => {
    const { page } = operator
    const inquiryId = await tenant.openInquiry('order:17')
    await operator.open(`/inquiries/${inquiryId}`)
    await operator.press('Needs review')
    await expect(operator.notice.first()).toHaveText('Done: Needs review.')
    await page.getByRole('link', { name: 'Review queue' }).click()
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: 'order:17' }) })
    await expect(card.getByRole('img', { name: 'Passport' })).toBeVisible()
    await card.getByLabel('Note to the merchant').fill('Checked by hand.')
    await card.getByRole('button', { name: 'Approve order:17' }).click()
    await expect(operator.notice).toHaveText('order:17 is approved.')
    await expect(page.getByText('Nothing to review.')).toBeVisible()
    expect(await tenant.statusOf(inquiryId)).toBe('APPROVED')
    await operator.open('/wire?direction=request')
    await page.getByRole('link', { name: /POST \/inquiries/ }).click()
    await expect(page.getByRole('heading', { name: 'POST /inquiries', level: 2 })).toBeVisible()
  })
})

test('new exchanges appear by themselves while the wire is live, as far as they match', async ({
  context,
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/wire?words=post')
  const live = page.getByRole('checkbox', { name: 'Live' })
  const opened = page.getByRole('link', { name: /POST \/inquiries/ })
  const inquiryId = await tenant.openInquiry()
  await expect(opened).toHaveCount(1)
  await opened.click()
  await expect(page.getByRole('heading', { name: 'POST /inquiries' })).toBeVisible()
  await live.uncheck()
  const witness = await context.newPage()
  await witness.goto(page.url())
  await tenant.openInquiry()
  await tenant.statusOf(inquiryId)
  await expect(witness.getByRole('link', { name: /POST \/inquiries/ })).toHaveCount(2)
  await expect(opened).toHaveCount(1)
  await live.check()
  await expect(opened).toHaveCount(2)
  await expect(page.getByRole('link', { name: /GET \/inquiries/ })).toHaveCount(0)
  await expect(opened.last()).toHaveAttribute('aria-current', 'true')
})

test('no page has an accessibility violation or scrolls sideways', async ({ operator, tenant }) => {
  test.slow()
  const { page } = operator
  const inquiryId = await tenant.openInquiry('x'.repeat(256))
  await tenant.complete(await tenant.openInquiry('order:21'), 'NEEDS_REVIEW')
  const paths = ['', `/inquiries/${inquiryId}`, '/review', '/integration']
  for (const path of [...paths, '/scenario', '/wire', '/nowhere']) {
    await operator.open(path)
    await expectNoViolations(page)
  }
  await operator.open('/scenario')
  for (const title of ['Anything else', 'Behaviour the contract doesn’t define'])
    await page.getByRole('heading', { name: title }).click()
  await expectNoViolations(page)
  await operator.open('/integration')
  for (const action of ['New template', 'New key', 'Edit as a new revision'])
    await page.locator('summary', { hasText: action }).click()
  await expectNoViolations(page)
  await page.getByRole('button', { name: /^Remove .*…/ }).click()
  await expectNoViolations(page)
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button').click()
  await expect(operator.notice).toHaveText(/^The endpoint is removed\./)
  await operator.open('/wire?direction=delivery')
  await page.getByRole('link', { name: /inquiry\.review_in_progress/ }).click()
  await expectNoViolations(page)
  await operator.press('Sign out')
  await expectNoViolations(page)
})
