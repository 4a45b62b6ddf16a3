// `npm run screenshots`: pictures of every screen of the service in .data/screenshots of the repository, on a phone, a tablet and
// a desktop, light and dark. SCREENSHOTS_DIR names another folder.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { test as base, expect, Flow } from './fixtures'
import { createTenant } from './tenant'

const FOLDER = resolve(
  import.meta.dirname,
  '../..',
  process.env.SCREENSHOTS_DIR || '.data/screenshots',
)

const demoSchema = z.object({
  name: z.string(),
  brand: z.object({ color: z.string(), logo: z.string() }),
})
const tenantsSchema = z.object({ tenants: z.tuple([demoSchema]).rest(z.unknown()) })
const CUSTOMER = {
  fullName: 'Mira Solberg',
  dateOfBirth: '1988-04-17',
  documentType: 'national_id',
  documentNumber: 'S44719023',
  dateOfIssue: '2023-05-02',
  dateOfExpiry: '2033-05-02',
}

const test = base.extend({
  /** It looks like the demo's. */
  tenant: async ({ service: { sandbox }, site }, use) => {
    const [demo] = tenantsSchema.parse(await sandbox.control('GET', '/tenants')).tenants
    const tenant = await createTenant(sandbox, { name: demo.name, webhookUrl: site.url })
    await tenant.setBrand(demo.brand)
    await use(tenant)
  },
})

test('the hosted flow', async ({ page, tenant, merchant }) => {
  test.slow()
  await merchant.startFlow(await tenant.openInquiry('order:1001'), 'redirect')
  const flow = new Flow(page)
  const see = async (heading: string, name: string) => {
    await expect(flow.heading(heading)).toBeFocused()
    await photograph(page, `hosted-${name}`)
  }
  await see('Verify your identity', 'consent')
  await flow.press('Agree and continue')
  await expect(flow.heading('Enter your details')).toBeFocused()
  await flow.press('Continue')
  await expect(page.getByText(/^Enter your name/)).toBeVisible()
  await photograph(page, 'hosted-mistakes')
  await flow.fillPersonalInfo()
  await see('Choose your document', 'document')
  await flow.press('Continue with passport')
  await see('Photograph your passport', 'picture')
  await flow.press('Use a specimen')
  await expect(page.getByRole('img', { name: /^Your picture/ })).toBeVisible()
  await photograph(page, 'hosted-specimen')
  await flow.press('Use this picture')
  await see('Take a selfie', 'selfie')
  await flow.giveSpecimen()
  await see('Check and submit', 'review')
  await Flow.stopTime(page)
  await flow.submit('Needs review')
  await see('Thank you, all done', 'done')
})

test('the portal', async ({ portal, tenant }) => {
  test.slow()
  const inquiryId = await tenant.openInquiry('order:1001')
  await tenant.complete(inquiryId, 'NEEDS_REVIEW', CUSTOMER)
  for (const [referenceId, outcome, fullName] of [
    ['order:1002', 'APPROVED', 'Tomas Lindqvist'],
    ['order:1003', 'DECLINED', 'Amina Haddad'],
  ] as const)
    await tenant.complete(await tenant.openInquiry(referenceId), outcome, { ...CUSTOMER, fullName })
  await tenant.openInquiry('order:1004')
  await portal.goto('/portal/wire?direction=delivery')
  const deliveries = portal.getByRole('list', { name: 'Exchanges' }).getByRole('listitem')
  await expect(deliveries).toHaveCount(4)
  for (const [name, path] of [
    ['inquiries', '/inquiries'],
    ['inquiry', `/inquiries/${inquiryId}`],
    ['review', '/review'],
    ['integration', '/integration'],
    ['wire', '/wire'],
    ['scenario', '/scenario'],
  ] as const) {
    await portal.goto(`/portal${path}`)
    await expect(portal.getByRole('heading', { level: 1 })).toBeVisible()
    if (name === 'scenario')
      for (const fault of [/^Never arrives/, /^Service down/])
        await portal.getByRole('button', { name: fault }).click()
    await photograph(portal, `portal-${name}`, name === 'wire' ? 'window' : undefined)
  }
  await portal.getByRole('button', { name: 'Sign out' }).click()
  await expect(portal.getByRole('heading', { name: 'Sign in to the portal' })).toBeVisible()
  await photograph(portal, 'portal-sign-in')
})

async function photograph(page: Page, name: string, of?: 'window'): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const width of [360, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      await loadPictures(page)
      const path = join(FOLDER, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: of === undefined, animations: 'disabled' })
    }
}

/** Loads even the pictures below the window, because their size may change when they load. */
async function loadPictures(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.allSettled([...document.images].map((image) => image.decode()))
    })
}
