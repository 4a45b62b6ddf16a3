// The whole way of each side by Tab, Enter, Space and arrows alone, with the focus in sight at each stop.
import type { FrameLocator } from '@playwright/test'
import { environment } from '../fixtures/environment'
import { Keyboard } from '../fixtures/keyboard'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

test(
  'a customer comes from the storefront to the decision by keyboard alone',
  NEEDS,
  async ({ applicant }) => {
    const { page } = applicant
    const keyboard = new Keyboard(page)
    await page.goto('/')
    await keyboard.press(page.getByRole('link', { name: 'Skip to content' }))
    await keyboard.press(
      page.getByRole('main').getByRole('link', { name: 'Open an account' }).first(),
    )

    await expect(page).toHaveURL(/\/apply/)
    await keyboard.choose(
      page.getByRole('radio'),
      page.getByRole('radio', { name: 'Business account' }),
    )
    await keyboard.type(page.getByLabel('Anything we should know?'), 'Please call.')
    await keyboard.tick(page.getByRole('checkbox', { name: /I agree/ }))
    await keyboard.press(page.getByRole('button', { name: 'Continue to identity check' }))

    await applicant.sees('Verify your identity')
    await keyboard.press(page.getByRole('button', { name: 'Start identity check' }))
    await completeFlow(keyboard, page.frameLocator('iframe[title="Identity verification"]'))
    await applicant.sees('You are approved')
  },
)

async function completeFlow(keyboard: Keyboard, flow: FrameLocator): Promise<void> {
  const press = (name: string | RegExp) => keyboard.press(flow.getByRole('button', { name }))
  const giveSpecimen = async () => {
    await press('Use a specimen')
    await press('Use this picture')
  }
  // The focus goes to the heading of each screen that comes up: only then may the next key be pressed.
  const arrive = (name: string) =>
    expect(flow.getByRole('heading', { level: 1, name })).toBeFocused()

  await arrive('Verify your identity')
  await press('Agree and continue')
  await arrive('Personal information')
  await keyboard.type(flow.getByLabel('Full name'), 'Ada Specimen')
  await keyboard.type(flow.getByLabel('Country'), 'United K')
  await keyboard.type(flow.getByLabel('Email'), 'ada@example.com')
  await keyboard.type(flow.getByLabel('Phone number'), '+447700900123')
  await press('Continue')
  await arrive('Choose your document')
  await keyboard.tick(flow.getByRole('radio', { name: 'Passport', exact: true }))
  await press('Continue')
  await arrive('Passport')
  await giveSpecimen()
  await arrive('Take a selfie')
  await giveSpecimen()
  await arrive('Check and submit')
  await keyboard.choose(
    flow.getByRole('radio'),
    flow.getByRole('radio', { name: 'Approved', exact: true }),
  )
  await press('Submit')
  await arrive('Thank you, all done')
  await press(/^Return/)
}

test(
  'a reviewer signs in, finds an inquiry and looks at its documents by keyboard alone',
  NEEDS,
  async ({ applicant, newBrowser }) => {
    await applicant.apply()
    await applicant.completeFlowByHttp('NEEDS_REVIEW')
    await applicant.sees('A person is reviewing your application')
    const referenceId = await applicant.referenceId()

    const page = await (await newBrowser()).newPage()
    const keyboard = new Keyboard(page)
    const press = (name: string) => keyboard.press(page.getByRole('button', { name, exact: true }))
    await page.goto('/admin/sign-in')
    await keyboard.type(page.getByLabel('E-mail'), `reviewer@${environment.STAFF_DOMAIN}`)
    await keyboard.type(page.getByLabel('Password'), environment.STAFF_PASSWORD)
    await press('Sign in')

    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await keyboard.press(page.getByRole('navigation').getByRole('link', { name: 'Inquiries' }))
    await expect(page.getByRole('heading', { name: 'Inquiries' })).toBeVisible()
    await keyboard.type(page.getByLabel('Search'), referenceId)
    await press('Filter')
    await keyboard.press(page.getByRole('link', { name: referenceId }))

    await press('Show identity and documents')
    const documents = page.getByRole('region', { name: 'Documents', exact: true })
    await keyboard.press(documents.getByRole('button').first())
    const viewer = page.getByRole('dialog')
    await keyboard.press(viewer.getByRole('button', { name: 'Zoom in' }))
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await press('Read now')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications.getByText('Nothing has changed at the service')).toBeVisible()
  },
)
