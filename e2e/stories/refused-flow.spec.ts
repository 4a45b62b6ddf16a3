// If a browser blocks part of the hosted flow, the customer still gets through.
import { expect, test } from '../fixtures/test'

test('if the SDK is blocked, the flow runs on its own page and returns', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  const { page } = applicant
  await page.route('**/sdk/v1.js', (route) => route.abort())
  await applicant.apply()
  await applicant.press(applicant.startButton)
  await applicant.press(page.getByRole('button', { name: 'Open it on its own page' }))
  await applicant.flowOnOwnPage.complete('APPROVED')
  await applicant.sees('You are approved')
  expect(new URL(page.url()).pathname).toBe('/apply/verify')
})

test('if the frame is blocked, the flow redirects', { tag: '@sandbox' }, async ({ applicant }) => {
  const { page } = applicant
  await page.route('**/flow', (route) =>
    route.request().frame() === page.mainFrame()
      ? route.continue()
      : route.fulfill({ status: 200, headers: { 'x-frame-options': 'DENY' } }),
  )
  await page.clock.install()
  await applicant.apply()
  const refused = page.waitForResponse('**/flow')
  await applicant.press(applicant.startButton)
  await refused
  // The SDK waits ten seconds for a frame to answer.
  await page.clock.fastForward(10_000)
  await applicant.flowOnOwnPage.complete('NEEDS_REVIEW')
  await applicant.sees('A specialist is reviewing your application')
})

test('the application form works without JavaScript', async ({ newPerson }) => {
  const person = await newPerson({ javaScriptEnabled: false })
  const { page } = person
  await page.goto('/apply?product=savings')
  await person.type(page.getByLabel('Anything we should know?'), 'I write without script')
  const send = page.getByRole('button', { name: 'Continue to identity check' })
  await person.press(send)
  await expect(page.getByRole('link', { name: 'Consent', exact: true })).toBeVisible()
  await expect(page.getByText('Agree to the identity check to continue.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Savings account' })).toBeChecked()
  await expect(page.getByLabel('Anything we should know?')).toHaveValue('I write without script')
  await person.tick(page.getByRole('checkbox', { name: /I agree/ }))
  await person.press(send)
  await expect(page).toHaveURL(/\/apply\/verify$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
