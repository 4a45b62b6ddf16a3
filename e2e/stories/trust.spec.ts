// What the app trusts: the service's signature and its status endpoint. Never the browser, and nothing unsigned.
import { deliver } from '../fixtures/deliver'
import { approval, decline } from '../fixtures/events'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

test('a message that claims completion changes nothing', async ({ applicant }) => {
  await applicant.arriveAtStatus()
  await applicant.startCheck()
  await applicant.page.evaluate(() => {
    const claims = [{ type: 'complete' }, { type: 'complete', status: 'APPROVED' }, 'complete']
    for (const claim of claims) window.postMessage(claim, '*')
  })
  await applicant.page.reload()
  await applicant.sees('Verify your identity')
  expect(await applicant.stage()).toBe('ready')
})

test('an SDK that claims completion only makes the app ask the service', async ({ applicant }) => {
  await applicant.page.addInitScript(() => {
    class ClaimingSdk {
      constructor(private readonly options: { onComplete?: (claim: object) => void }) {}
      open() {
        this.options.onComplete?.({ status: 'APPROVED' })
      }
      close() {}
      destroy() {}
    }
    Object.assign(window, { VerificationSdk: ClaimingSdk })
  })
  await applicant.page.clock.install()
  await applicant.arriveAtStatus()
  await applicant.startButton.click()
  await applicant.sees('Thanks, we’re checking your result')
  // Long enough for reads to show a result.
  await applicant.page.clock.fastForward(15_000)
  await applicant.sees('Verify your identity')
  await expect(applicant.page.getByText('We haven’t received your check yet')).toBeVisible()
  expect(await applicant.stage()).toBe('ready')
})

test('an event that was changed in transit or signed with another secret is refused, and staff see why', async ({
  customer,
  staff,
}) => {
  await customer.apply()
  const event = decline({ inquiryId: await customer.inquiryId() })
  const tampered = { type: 'inquiry.approved' }
  expect((await deliver(event, { tampered })).status).toBe(401)
  expect((await deliver(event, { secret: 'whsec_somebody-else' })).status).toBe(401)
  expect(await customer.stage()).toBe('ready')
  const { page } = await staff('viewer')
  await page.goto('/admin/events/rejected')
  await expect(page.getByRole('table', { name: 'Rejected deliveries' })).toContainText(/secret/i)
})

test(
  'a signed approval that the service does not confirm opens no account',
  NEEDS,
  async ({ customer }) => {
    await customer.apply()
    const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
    const answer = await deliver(approval({ data: { inquiryId, referenceId } }))
    expect(answer).toEqual({ status: 200, outcome: 'recorded' })
    await customer.reaches('confirming')
  },
)

test('neither an outdated event nor a copy of it changes anything', NEEDS, async ({ customer }) => {
  await customer.apply()
  const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
  await customer.complete('APPROVED')
  await customer.reaches('approved')
  const createdAt = new Date(Date.now() - 3_600_000).toISOString()
  const old = { ...decline({ inquiryId, referenceId }), createdAt }
  expect(await deliver(old)).toEqual({ status: 200, outcome: 'recorded' })
  expect(await deliver(old)).toEqual({ status: 200, outcome: 'duplicate' })
  await customer.reaches('approved')
})

test(
  'an event whose reference belongs to another customer changes nothing',
  NEEDS,
  async ({ customer, anotherCustomer }) => {
    await customer.apply()
    await anotherCustomer.apply()
    const inquiryId = await customer.inquiryId()
    const referenceId = await anotherCustomer.referenceId()
    const answer = await deliver(approval({ data: { inquiryId, referenceId } }))
    expect(answer).toEqual({ status: 200, outcome: 'recorded' })
    for (const each of [customer, anotherCustomer]) expect(await each.stage()).toBe('ready')
  },
)
