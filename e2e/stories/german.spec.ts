// Nothing on a German reader's screens is left in English. Each screen is read in both languages, and any text that is the same
// in both must be a name or a word that the languages share (fixtures/same-in-both.ts).
import type { BrowserContextOptions, Page } from '@playwright/test'
import { decline } from '../fixtures/events'
import { SANDBOX } from '../fixtures/needs'
import { sameInBoth, textsOf } from '../fixtures/same-in-both'
import { expect, test } from '../fixtures/test'

type NewBrowser = (
  options?: BrowserContextOptions,
) => Promise<import('@playwright/test').BrowserContext>

/** Opens screens in both languages and compares their texts. */
async function bilingual(
  newBrowser: NewBrowser,
  storageState?: BrowserContextOptions['storageState'],
) {
  const pages = await Promise.all(
    (['en-GB', 'de-DE'] as const).map(async (locale) =>
      (await newBrowser({ locale, storageState })).newPage(),
    ),
  )
  return async (path: string, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const [english = [], german = []] = await Promise.all(
      pages.map(async (page) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await prepare(page)
        return textsOf(page)
      }),
    )
    expect(german.length, path).toBeGreaterThan(3)
    expect.soft(sameInBoth(english, german), path).toEqual([])
  }
}

test('a customer’s screens are entirely in German', { tag: SANDBOX }, async ({
  newBrowser,
  applicant,
}) => {
  const visitor = await bilingual(newBrowser)
  for (const path of [
    '/',
    '/apply/verify',
    '/apply/continue',
    '/admin/sign-in',
    '/admin/set-password',
    '/no-such-page',
  ])
    await visitor(path)
  await visitor('/apply', async (page) => {
    await page.locator('main form button[type=submit]').click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeAttached()
  })
  await applicant.apply()
  const state = () => applicant.page.context().storageState()
  const customer = await bilingual(newBrowser, await state())
  await customer('/apply/verify')
  await applicant.completeFlowByHttp('APPROVED')
  await expect.poll(async () => (await applicant.current()).accountOpened).toBe(true)
  for (const path of ['/apply/verify', '/account']) await customer(path)
})

test('the staff screens are entirely in German', { tag: SANDBOX }, async ({
  newBrowser,
  sessions,
  customer,
  deliver,
}) => {
  await customer.apply()
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  await deliver(decline(), { tampered: { type: 'inquiry.approved' } })
  const admin = await bilingual(newBrowser, await sessions('admin'))
  for (const path of [
    '/admin',
    '/admin/inquiries',
    '/admin/inquiries?status=NEEDS_REVIEW',
    '/admin/inquiries?search=nothing-has-this-reference',
    '/admin/events',
    '/admin/events?match=unknown_kind&from=2000-01-01T00:00&to=2000-01-02T00:00',
    '/admin/events/rejected',
    '/admin/audit',
    '/admin/reveals',
    '/admin/account',
    '/admin/account/second-factor',
    '/admin/no-such-page',
  ])
    await admin(path)
  await admin('/admin/staff', async (page) => {
    await page.locator('main button[aria-haspopup=menu]').first().click()
    await expect(page.getByRole('menu')).toBeVisible()
  })
  await admin('/admin/staff', async (page) => {
    await page.locator('main button[aria-haspopup=dialog]').first().click()
    const form = page.getByRole('dialog').locator('form')
    // Skips the browser's own validation, to see the app's.
    await form.evaluate((element) => element.setAttribute('novalidate', ''))
    await form.locator('button[type=submit]').click()
    await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeVisible()
  })
  const [path] = await casesIn(newBrowser, await sessions('admin'))
  await admin(path ?? '', async (page) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('listbox')).toBeVisible()
  })
  await admin(path ?? '', async (page) => {
    const documents = page
      .locator('main section')
      .filter({ has: page.getByRole('button') })
      .first()
    await documents.getByRole('button').last().click()
    await expect(documents.getByRole('img').first()).toBeVisible()
  })
})

async function casesIn(
  newBrowser: NewBrowser,
  storageState: BrowserContextOptions['storageState'],
) {
  const page = await (await newBrowser({ storageState })).newPage()
  await page.goto('/admin/inquiries?status=NEEDS_REVIEW&sort=newest')
  return page
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

test('the presenter’s guide is entirely in German', { tag: SANDBOX }, async ({ newBrowser }) => {
  const presenter = await bilingual(newBrowser)
  for (const path of ['', 'breaks', 'privacy', 'live', 'source/status'])
    await presenter(`/demo/${path}`)
})

test('an error page speaks the language of the page that failed', async ({
  browser,
  app,
  sessions,
}) => {
  // Not watched, because a file of the build fails to load here.
  const context = await browser.newContext({
    baseURL: app.appUrl,
    locale: 'de-DE',
    storageState: await sessions('viewer'),
  })
  const page = await context.newPage()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The palette is loaded when it is first opened.
  await page.route('**/*.js*', (route) => route.abort())
  await page.getByRole('button', { name: /^Suchen/ }).click()
  await expect(page.getByRole('heading', { name: 'Diese Seite wurde nicht geladen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible()
  await context.close()
})
