// Staff who sign in at their own organisation, by OpenID Connect (OIDC_ISSUER).
import type { Page } from '@playwright/test'
import { TENANT } from '../fixtures/needs'
import { Organisation } from '../fixtures/organisation'
import { test as base, expect } from '../fixtures/test'
import { startOwnStack } from '../fixtures/worker-app'

const test = base.extend<object, { organisation: Organisation }>({
  organisation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const organisation = await Organisation.reserve()
      await use(organisation)
      await organisation.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ organisation }, use) => {
      const app = await startOwnStack(organisation.environment)
      await organisation.open(app.appUrl)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.describe.configure({ mode: 'default' })

const NEEDS = { tag: TENANT }

async function goToOrganisation(page: Page): Promise<void> {
  await page.goto('/admin/sign-in')
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
}

async function goToConsent(page: Page, person: string): Promise<void> {
  await goToOrganisation(page)
  await page.getByPlaceholder('Enter any login').fill(person)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

async function signInAs(page: Page, person: string): Promise<void> {
  await goToConsent(page, person)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Consents, and keeps the address that leads back to the app instead of going there. */
async function keepAnswer(page: Page): Promise<string> {
  const maxRedirects = 0
  const consent = await page.request.post(page.url(), {
    form: { prompt: 'consent' },
    maxRedirects,
  })
  const resume = await page.request.get(consent.headers().location ?? '', { maxRedirects })
  const answer = resume.headers().location ?? ''
  expect(answer).toContain('/api/auth/callback/oidc?code=')
  return answer
}

test(
  'a colleague whom the organisation vouches for is signed in, with the role they have here',
  NEEDS,
  async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    await signInAs(page, 'reviewer')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(page.getByText('Reviewer', { exact: true }).first()).toBeVisible()
  },
)

test(
  'the request is bound to this browser: state, nonce and PKCE',
  NEEDS,
  async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
    await goToOrganisation(page)
    const query = new URL((await asked).url()).searchParams
    expect(query.get('response_type')).toBe('code')
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length, name).toBeGreaterThan(30)
  },
)

test('an answer that another browser asked for signs nobody in', NEEDS, async ({ newBrowser }) => {
  const page = await (await newBrowser()).newPage()
  await goToConsent(page, 'reviewer')
  const answer = await keepAnswer(page)

  const victim = await (await newBrowser()).newPage()
  await victim.goto(answer)
  await expect(victim.getByText('Signing in at your organisation was not finished.')).toBeVisible()
  await victim.goto('/admin')
  await expect(victim.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
})

for (const [person, who, sentence] of [
  ['stranger', 'whoever has not been invited', 'you have no access here'],
  ['unverified', 'an address that nobody has confirmed', 'has not confirmed your e-mail address'],
] as const)
  test(`${who} is refused in a sentence`, NEEDS, async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    await signInAs(page, person)
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  })

test(
  'whoever is deactivated here is out, whatever their organisation says',
  NEEDS,
  async ({ newBrowser, staff }) => {
    const { page: admin } = await staff('admin')
    await admin.goto('/admin/staff')
    await admin.getByRole('button', { name: 'Invite' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByLabel('Name').fill('Lee Leaver')
    await dialog.getByLabel('E-mail').fill('leaver@example.com')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const lee = await (await newBrowser()).newPage()
    await signInAs(lee, 'leaver')
    await expect(lee.getByRole('heading', { name: 'Overview' })).toBeVisible()

    const row = admin.getByRole('row', { name: 'leaver@example.com' })
    await row.getByRole('button', { name: 'Change Lee Leaver' }).click()
    await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(row.getByText('Deactivated')).toBeVisible()
    await lee.goto('/admin')
    await expect(lee.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()

    const again = await (await newBrowser()).newPage()
    await signInAs(again, 'leaver')
    await expect(again.getByText('you have no access here')).toBeVisible()
  },
)

test(
  'who leaves the organisation’s page is back at the sign-in, and told so',
  NEEDS,
  async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    await goToOrganisation(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('Signing in at your organisation was not finished.')).toBeVisible()
  },
)
