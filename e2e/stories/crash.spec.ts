// A customer can continue after the service crashes or the database hangs.
// crash-at-load.spec.ts and `npm run crash-test` kill processes under load.
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

test.use({ ownStack: 'embedded' })
// One after another on one stack, which they restart.
test.describe.configure({ mode: 'default', timeout: 180_000 })

test(
  'a customer can finish after a kill -9 of the service in the middle of the flow',
  NEEDS,
  async ({ applicant, stack, staff }) => {
    await applicant.apply()
    const flow = await applicant.startCheck()
    await flow.agree()
    await flow.givePersonalInformation()

    await stack.kill('sandbox')
    await stack.start()

    await applicant.page.reload()
    await applicant.sees('Verify your identity')
    const resumed = await applicant.startCheck()
    await resumed.showDocument('Driving licence')
    await resumed.takeSelfie()
    await resumed.submit('APPROVED')
    await resumed.returnToMerchant()
    await applicant.sees('You are approved')

    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await applicant.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
  },
)

test(
  'a form submitted while the database is down keeps what was entered and can be submitted again',
  NEEDS,
  async ({ applicant, stack }) => {
    const { page } = applicant
    await page.goto('/apply')
    await applicant.fillIn({ account: 'Savings account', note: 'Please call.' })
    const resume = stack.pause('database')
    await applicant.send()
    await expect(page.getByText('We can’t save anything at the moment')).toBeVisible()
    resume()
    await expect(page.getByRole('radio', { name: 'Savings account' })).toBeChecked()
    await expect(applicant.noteField).toHaveValue('Please call.')
    await expect(page.getByRole('checkbox', { name: /I agree/ })).toBeChecked()
    await applicant.send()
    await applicant.sees('Verify your identity')
  },
)

test(
  'a staff page that fails keeps the navigation and leads to the overview',
  NEEDS,
  async ({ staff, stack }) => {
    const viewer = await staff('viewer')
    const { page } = viewer
    await page.goto('/admin')
    const resume = stack.pause('database')
    await viewer.press(page.getByRole('link', { name: 'Events' }))
    await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
    const sections = page.getByRole('navigation', { name: 'Staff' }).getByRole('link')
    await expect(sections).toHaveText(['Overview', 'Inquiries', 'Events', 'Audit'])
    resume()
    await viewer.press(page.getByRole('link', { name: 'Go to the overview' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  },
)

test('the app stops on request, with exit code 0', NEEDS, async ({ stack }) => {
  expect(await stack.stop()).toBe(0)
  await stack.start()
})
