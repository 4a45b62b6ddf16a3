// What the app trusts: the service's signature and its status endpoint. Never the browser, and nothing unsigned.
import { approval, decline } from '../fixtures/events'
import { expect, test } from '../fixtures/test'

test('a message that claims completion changes nothing', async ({ applicant }) => {
  await applicant.apply()
  await applicant.startCheck()
  await applicant.page.evaluate(() => {
    const claims = [{ type: 'complete' }, { type: 'complete', status: 'APPROVED' }, 'complete']
    for (const claim of claims) window.postMessage(claim, '*')
  })
  await applicant.page.reload()
  await applicant.sees('Verify your identity')
  expect((await applicant.current()).stage).toBe('ready')
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
  await applicant.apply()
  await applicant.press(applicant.startButton)
  await applicant.sees('Thanks, we’re checking your result')
  // Long enough for reads to show a result.
  await applicant.page.clock.fastForward(15_000)
  await applicant.sees('Verify your identity')
  await expect(applicant.page.getByText('We haven’t received your check yet')).toBeVisible()
  expect((await applicant.current()).stage).toBe('ready')
})

test('an event that was changed in transit is refused, and staff see why', async ({
  customer,
  deliver,
  staff,
}) => {
  await customer.apply()
  const inquiryId = await customer.inquiryId()
  const answer = await deliver(decline({ inquiryId }), { tampered: { type: 'inquiry.approved' } })
  expect(answer.status).toBe(401)
  expect((await customer.current()).stage).toBe('ready')

  const { page } = await staff('viewer')
  await page.goto('/admin/events/rejected')
  await expect(page.getByRole('table', { name: 'Rejected deliveries' })).toContainText(/secret/i)
})

test('an event signed with another secret is refused', async ({ customer, deliver }) => {
  await customer.apply()
  const event = approval({ data: { inquiryId: await customer.inquiryId() } })
  expect((await deliver(event, { secret: 'whsec_somebody-else' })).status).toBe(401)
  expect((await customer.current()).stage).toBe('ready')
})

test('a signed approval that the service does not confirm opens no account', {
  tag: '@sandbox',
}, async ({ customer, deliver }) => {
  await customer.apply()
  const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
  const answer = await deliver(approval({ data: { inquiryId, referenceId } }))
  expect(answer).toEqual({ status: 200, outcome: 'recorded' })
  await customer.reaches('confirming')
})

test('neither an outdated event nor a copy of it changes anything', {
  tag: '@sandbox',
}, async ({ customer, deliver }) => {
  await customer.apply()
  const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
  await customer.completeFlow('APPROVED')
  await customer.reaches('approved')
  const old = {
    ...decline({ inquiryId, referenceId }),
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  }
  expect(await deliver(old)).toEqual({ status: 200, outcome: 'recorded' })
  expect(await deliver(old)).toEqual({ status: 200, outcome: 'duplicate' })
  await customer.reaches('approved')
})

test('an event whose reference belongs to another customer changes nothing', {
  tag: '@sandbox',
}, async ({ customer, anotherCustomer, deliver }) => {
  await customer.apply()
  await anotherCustomer.apply()
  const event = approval({
    data: {
      inquiryId: await customer.inquiryId(),
      referenceId: await anotherCustomer.referenceId(),
    },
  })
  expect(await deliver(event)).toEqual({ status: 200, outcome: 'recorded' })
  expect((await customer.current()).stage).toBe('ready')
  expect((await anotherCustomer.current()).stage).toBe('ready')
})
