// What the app trusts: the service's signature and its status endpoint. Never the browser, and nothing unsigned.
import { deliver } from '../fixtures/deliver'
import { environment } from '../fixtures/environment'
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
  await page.goto('/admin/events?outcome=rejected')
  await expect(page.getByRole('table', { name: 'Events' })).toContainText(/secret/i)
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

test('requests that no page sends are refused, and none is a server error', async ({ request }) => {
  const { appUrl: origin } = environment
  const call = { 'next-action': '7f'.repeat(21), origin, 'content-type': 'text/plain' }
  const form = { 'content-type': 'multipart/form-data', origin }
  const data = (text: string) => Buffer.from(text)
  const state = { rsc: '1', 'next-router-state-tree': 'garbage' }
  for (const [answer, wanted] of [
    [request.get('/api/auth/error?error=%00'), 400],
    [request.get('/api/auth/signin?callbackUrl=x'), 400],
    [request.get('/admin/inquiries/%ff'), 400],
    [request.get('/api/admin/inquiries/%E0%A4%A/documents'), 400],
    [request.get('/apply', { headers: state }), 400],
    [request.get('/_next/image?url=%2Fadmin&w=640&q=75'), 404],
    [request.get('/api/auth/callback/credentials'), 405],
    [request.post('/apply', { headers: form, data: data('no boundary') }), 400],
    [request.post('/apply', { headers: call, data: data('{') }), 400],
    [request.post('/apply', { headers: { ...call, origin: 'null' }, data: data('[]') }), 403],
    [request.post('/apply', { headers: call, data: data(`["${'a'.repeat(1_048_576)}"]`) }), 413],
    [request.post('/api/locale', { data: 'x'.repeat(300) }), 413],
  ] as const) {
    const response = await answer
    expect(response.status(), response.url()).toBe(wanted)
  }
  const unknown = await request.post('/api/locale', { form: { locale: 'fr' }, maxRedirects: 0 })
  expect(unknown.headers()).not.toHaveProperty('set-cookie')
})
