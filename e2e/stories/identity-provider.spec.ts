// Staff sign in with their organisation. lib/staff/oidc.test.ts has the variants of different providers.
import { findFreePort } from '../../scripts/ports'
import { OWN_APP } from '../fixtures/environment'
import { CLIENT, signInAtProvider, startIdentityProvider } from '../fixtures/identity-provider'
import { test as base, expect } from '../fixtures/test'
import { App } from '../hostile/app'

const GROUPS = { rosa: ['idv-reviewers'], mallory: ['canteen'] }

const test = base.extend<{ app: App }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  app: async ({}, use, testInfo) => {
    const issuer = `http://127.0.0.1:${await findFreePort()}`
    const app = await App.start(undefined, {
      ...CLIENT,
      STAFF_SIGN_IN: 'oidc',
      OIDC_ISSUER: issuer,
      OIDC_ROLE_CLAIM: 'groups idv-reviewers=reviewer',
    })
    const provider = await startIdentityProvider({ issuer, appUrl: app.appUrl }, GROUPS)
    await use(app)
    provider.closeAllConnections()
    provider.close()
    await app.stop()
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('own-app.log', { body: app.log })
  },
  newPage: ({ app, newPage }, use) =>
    use((options) => newPage({ baseURL: app.appUrl, ...options })),
})

test('a person signs in with their organisation and gets the role that it names; a person without one is refused', {
  tag: OWN_APP,
}, async ({ newPage }) => {
  const arrive = async (name: string) => {
    const page = await newPage()
    await page.goto('/admin/inquiries')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
    await signInAtProvider(page, name)
    return page
  }
  const rosa = await arrive('rosa')
  await expect(rosa).toHaveURL(/\/admin\/inquiries$/)
  await expect(rosa.getByText('Reviewer')).toBeVisible()
  expect((await rosa.request.get('/admin/audit/export')).status(), 'her role’s limit').toBe(403)

  const mallory = await arrive('mallory')
  await expect(mallory.getByRole('alert').filter({ hasText: 'gave you no role' })).toBeVisible()
  await mallory.goto('/admin')
  await expect(mallory.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()

  await rosa.goto('/admin/audit?actor=nobody')
  await expect(rosa.getByRole('row', { name: /Sign-in failed/ })).toContainText('no role')
  await expect(rosa.getByText('mallory')).toHaveCount(0)
  await rosa.getByRole('button', { name: 'Sign out' }).click()
  await expect(rosa.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
})
