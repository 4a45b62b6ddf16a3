// The service is down, or refuses to open a check. The app is its own, so that no other story loses the service.

import { PRODUCTS } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { Applicant } from '../fixtures/customer'
import { environment, OWN_APP } from '../fixtures/environment'
import { OUTAGE, ServiceRelay, TEMPLATE_REFUSED } from '../fixtures/service-relay'
import { signIn } from '../fixtures/staff'
import { test as base, expect } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'
import { App } from '../hostile/app'

const NEEDS = { tag: OWN_APP }

const test = base.extend<{ relay: ServiceRelay; app: App }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  relay: async ({}, use) => {
    const relay = await ServiceRelay.start()
    await use(relay)
    relay.stop()
  },
  app: async ({ relay }, use, testInfo) => {
    const app = await App.start(relay.url, {
      VERIFICATION_SDK_URL: `${environment.sandboxUrl}/sdk/v1.js`,
    })
    await use(app)
    await app.stop()
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('own-app.log', { body: app.log })
  },
  newPage: ({ app, newPage }, use) =>
    use((options) => newPage({ baseURL: app.appUrl, ...options })),
})

test(
  'while the service is down, one customer waits for the check to open and one for the result, and both go on when it is back',
  NEEDS,
  async ({ applicant: early, newPage, relay, service }) => {
    const late = new Applicant(await newPage())
    await early.apply()
    const inquiryId = await early.inquiryId()
    await service.complete(inquiryId, 'COMPLETED')
    // The service delivers this app no events, so the customer's return makes the read due.
    await early.page.goto('/apply/verify?returned=completed')
    await early.seesStage('submitted')
    const viewer = await newPage()
    await signIn(viewer, 'viewer')

    relay.fault = OUTAGE
    await late.page.goto('/apply')
    await fillInForm(late.page)
    await late.sendButton.click()
    for (const customer of [early, late]) {
      await customer.sees(TEXTS.Verify.unreachable)
      await expect(customer.page.getByText('Your application is safe')).toBeVisible()
      await expect(customer.page.getByRole('main').getByRole('button')).toHaveCount(0)
    }
    expect(await late.current()).toMatchObject({ stage: 'opening', inquiryId: null })
    await viewer.goto('/admin/inquiries')
    const inquiries = viewer.getByRole('table').getByRole('link')
    for (const [nth, consequence] of [
      'The check isn’t open yet',
      'We couldn’t refresh the status',
    ].entries()) {
      await inquiries.nth(nth).click()
      await expect(viewer.getByText(consequence)).toBeVisible()
      await expect(viewer.getByText('The service answered with an error (HTTP 503)')).toBeVisible()
      await viewer.goBack()
    }

    await service.decide(inquiryId, 'APPROVED', 'The pictures match.')
    relay.fault = null
    // Each failed try doubles the wait for the next one.
    test.slow()
    await expect(() => late.seesStage('ready')).toPass({ timeout: 60_000 })
    await early.seesStage('approved')
  },
)

test(
  'a check that the service refuses to open is named to customer and staff, and the customer can apply again',
  NEEDS,
  async ({ applicant, newPage, relay }) => {
    const { page } = applicant
    relay.fault = TEMPLATE_REFUSED
    await page.goto('/apply')
    await fillInForm(page)
    await applicant.sendButton.click()
    await applicant.seesStage('open_failed')
    const viewer = await newPage()
    await signIn(viewer, 'viewer')
    await viewer.goto('/admin/inquiries')
    await viewer.getByRole('table').getByRole('link').first().click()
    await expect(viewer.getByText('The service refused to open this check')).toBeVisible()
    await expect(viewer.getByText('The template isn’t published, after 1 attempt.')).toBeVisible()

    relay.fault = null
    await page.getByRole('link', { name: TEXTS.Verify.tryAgain }).click()
    await expect(page.getByRole('radio', { name: PRODUCTS[0].name.en })).toBeChecked()
    await fillInForm(page)
    await applicant.sendButton.click()
    await applicant.seesStage('ready')
  },
)
