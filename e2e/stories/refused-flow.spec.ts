// The customer gets through even if a browser blocks part of the hosted flow, or the service spreads it over several hosts.

import { environment, OWN_APP } from '../fixtures/environment'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

test('if the SDK is blocked, the flow runs on its own page and returns', async ({
  applicant,
  service,
}) => {
  const { page } = applicant
  await page.route(service.urls().sdk, (route) => route.abort())
  await applicant.arriveAtStatus()
  await applicant.startButton.click()
  // A page can't tell these causes apart, so they share one story.
  for (const cause of ['content blocker', 'company network', 'certificate'])
    await expect(page.getByRole('alert').filter({ hasText: cause })).toBeVisible()
  await page.getByRole('button', { name: TEXTS.Verify.start.ownPage }).click()
  await service.flowOn(page).complete('APPROVED')
  await applicant.seesStage('approved')
  await expect(page).toHaveURL(/\/apply\/verify$/)
})

test('a flow on another site than its SDK and the app runs in the frame, and its headings get focus (N19)', {
  tag: OWN_APP,
}, async ({ applicant, service }) => {
  const { page } = applicant
  // The sandbox's SDK opens the flow on the host that served the SDK, so this makes it use another host.
  const before = `const script = document.createElement('script')
      script.src = '${environment.flowUrl}/sdk/v1.js'
      Object.defineProperty(document, 'currentScript', { value: script, configurable: true })`
  await page.route(service.urls().sdk, async (route) => {
    const sdk = await (await route.fetch()).text()
    const body = `{${before}}\n${sdk}\ndelete document.currentScript`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  const opened: string[] = []
  page.on('framenavigated', (frame) => opened.push(frame.url()))
  await applicant.arriveAtStatus()
  await (await applicant.startCheck()).complete('APPROVED')
  await applicant.seesStage('approved')
  expect(opened.some((url) => url.startsWith(`${environment.flowUrl}/flow`))).toBe(true)
})

for (const [what, reports] of [
  ['fails before it is ready', "setTimeout(() => options.onError({ code: 'SESSION_REFUSED' }))"],
  ['reports nothing', ''],
] as const)
  test(`if an SDK ${what}, the customer can try again or open the flow's own page (N19)`, async ({
    applicant,
    service,
  }) => {
    const { page } = applicant
    await page.route(service.urls().sdk, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.VerificationSdk = function (options) {
          this.open = () => { ${reports} }
          this.destroy = () => { throw new Error('Not open') }
        }`,
      }),
    )
    await page.clock.install()
    await applicant.arriveAtStatus()
    await applicant.startButton.click()
    await page.clock.runFor(1_000)
    if (!reports) await page.clock.fastForward(20_000)
    await expect(page.getByRole('button', { name: TEXTS.Verify.start.ownPage })).toBeEnabled()
    await expect(page.getByRole('button', { name: TEXTS.Verify.start.tryHere })).toBeEnabled()
  })

test('if the frame is blocked, the flow redirects', async ({ applicant, service }) => {
  const { page } = applicant
  await page.route(service.urls().flow, (route) =>
    route.request().frame() === page.mainFrame()
      ? route.continue()
      : route.fulfill({ status: 200, headers: { 'x-frame-options': 'DENY' } }),
  )
  await page.clock.install()
  await applicant.arriveAtStatus()
  const refused = page.waitForResponse(service.urls().flow)
  await applicant.startButton.click()
  await refused
  // The SDK waits ten seconds for a frame to answer.
  await page.clock.fastForward(10_000)
  await service.flowOn(page).waitUntilOpen()
})

test('if the service allows no frame, the flow redirects (N19)', async ({ applicant, service }) => {
  const { page } = applicant
  // Changes the response only for this page, because other stories share the service's setting.
  await page.route(service.urls().flowData, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), redirectOnly: true } })
  })
  await applicant.arriveAtStatus()
  await applicant.startButton.click()
  await service.flowOn(page).complete('APPROVED')
  await applicant.seesStage('approved')
  await expect(page).toHaveURL(/\/apply\/verify$/)
})
