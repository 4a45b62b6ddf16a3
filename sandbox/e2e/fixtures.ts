// Fixtures for the stories: a sandbox, a new tenant, a merchant's page that embeds the flow, and the portal.
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test'
import { createSandbox, type RunningSandbox } from 'verification-sandbox'
import { type MerchantSite, startMerchantSite } from './merchant-site'
import { createTenant, TENANT_NAME, type Tenant } from './tenant'

export { expect }

export class Merchant {
  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** Starts the flow with the merchant's button, as a customer does. */
  async startFlow(
    inquiryId: string,
    mode: 'modal' | 'redirect' | 'popup' = 'modal',
    language = '',
  ): Promise<void> {
    if (!this.page.url().startsWith(this.url)) await this.page.goto(this.url)
    await expect(this.button).toBeEnabled()
    await this.page.evaluate(`prepare(${JSON.stringify({ inquiryId, mode, language })})`)
    await this.button.click()
  }

  get button() {
    return this.page.getByRole('button', { name: 'Verify me' })
  }

  /** The SDK's callbacks so far, by name and arguments. Steps are left out. */
  calls() {
    return this.page.evaluate('sdkCalls')
  }

  steps() {
    return this.page.evaluate('sdkSteps')
  }

  /** The violations of the page's Content-Security-Policy. */
  violations() {
    return this.page.evaluate('violations')
  }
}

export class Flow {
  constructor(readonly screen: FrameLocator | Page) {}

  heading(name: string) {
    return this.screen.getByRole('heading', { name, level: 1 })
  }

  button(name: string) {
    return this.screen.getByRole('button', { name, exact: true })
  }

  press(name: string) {
    return this.button(name).click()
  }

  get alert() {
    return this.screen.getByRole('alert')
  }

  async fillPersonalInfo(): Promise<void> {
    await this.screen.getByLabel('Full name').fill('Anna Eriksson')
    await this.screen.getByLabel('Country').selectOption('SE')
    await this.screen.getByLabel('Email').fill('anna@example.com')
    await this.screen.getByLabel('Phone number').fill('+46 70 123 45 67')
    await this.press('Continue')
  }

  async giveSpecimen(): Promise<void> {
    await this.press('Use a specimen')
    await expect(this.screen.getByRole('img', { name: /^Your picture/ })).toBeVisible()
    await this.press('Use this picture')
  }

  async reachPictures(): Promise<void> {
    await this.press('Agree and continue')
    await this.fillPersonalInfo()
    await this.press('Continue with passport')
  }

  /** Goes from consent to the last screen before the submission, with a passport. */
  async giveEverything(): Promise<void> {
    await this.reachPictures()
    await this.giveSpecimen()
    await expect(this.heading('Take a selfie')).toBeVisible()
    await this.giveSpecimen()
    await expect(this.heading('Check and submit')).toBeVisible()
  }

  async submit(outcome: string): Promise<void> {
    await this.screen.locator('summary', { hasText: 'Outcome' }).click()
    await this.screen.getByRole('radio', { name: outcome, exact: true }).check()
    await this.press('Submit to Larkspur')
    await expect(this.heading('Thank you, all done')).toBeFocused()
  }
}

interface TestFixtures {
  tenant: Tenant
  merchant: Merchant
  /** The flow in the merchant's modal. */
  flow: Flow
  /** The portal's first page, with a signed-in operator of the tenant. */
  portal: Page
}
interface WorkerFixtures {
  service: { sandbox: RunningSandbox; url: string }
  site: MerchantSite
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const sandbox = createSandbox()
      await use({ sandbox, url: await sandbox.listen() })
      await sandbox.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ service }, use) => {
      const site = await startMerchantSite(service.url)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  tenant: async ({ service, site }, use) =>
    use(await createTenant(service.sandbox, { webhookUrl: site.url })),
  merchant: async ({ page, site }, use) => use(new Merchant(page, site.url)),
  flow: async ({ page }, use) =>
    use(new Flow(page.frameLocator('iframe[title="Identity verification"]'))),
  baseURL: async ({ service }, use) => use(service.url),
  portal: async ({ page, tenant }, use) => {
    await page.goto('/portal')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption(tenant.id)
    await page.getByRole('button', { name: 'Switch' }).click()
    // The page's text shows the server's tenant; the select alone wouldn't prove it.
    await expect(page.getByRole('main')).toContainText(`What happens at ${TENANT_NAME}`)
    await use(page)
  },
})
