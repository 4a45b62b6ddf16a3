// The customer's screens in German. The test reads each screen in both languages. A text that is the same in both must be a name
// or a shared word.
import type { Page } from '@playwright/test'
import { PRODUCTS, SITE } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { Applicant } from '../fixtures/customer'
import { openInquiry } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

/** Words that both languages share, and strings that need no translation: addresses, ids and numbers. */
const SHARED: readonly (string | RegExp)[] = [
  ...['Name', 'Status', '(optional)', SITE.name],
  /^\S+@\S+$/,
  /^(…|[a-z]+-)?[0-9a-f-]{4,}$/,
  new RegExp(`^${SITE.referencePrefix}-[A-Z0-9]+$`),
  /^[A-Z]{2} [\d• ]+$/,
]

/** The page's texts and accessible names that contain a word, except those marked as names or as another language. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isForeign = (element: Element | null) =>
      element?.closest('[lang]') !== document.documentElement ||
      element.closest('[translate=no], script, style, noscript, title') !== null
    const found = [document.title]
    for (const element of document.querySelectorAll('body, body *')) {
      if (isForeign(element)) continue
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    return [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) =>
      /\p{L}{2}/u.test(text),
    )
  })

test('a customer’s screens are entirely in German', async ({ newPage, applicant }) => {
  const read = async (locale: string, path: string) => {
    const storageState = await applicant.page.context().storageState()
    const page = await newPage({ locale, storageState })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    if (path === '/apply') {
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeAttached()
    }
    // A large font of the browser, on a phone. Long German words need the most room.
    await page.setViewportSize({ width: 390, height: 844 })
    const excess = await page.locator('html').evaluate((root) => {
      root.style.fontSize = '24px'
      return root.scrollWidth - root.clientWidth
    })
    expect.soft(excess, `${path} is wider than its window`).toBeLessThanOrEqual(0)
    return textsOf(page)
  }
  const isGerman = async (path: string) => {
    const [english, german] = await Promise.all([read('en-GB', path), read('de-DE', path)])
    expect(german.length, path).toBeGreaterThan(3)
    const isShared = (text: string) =>
      SHARED.some((same) => (typeof same === 'string' ? same === text : same.test(text)))
    const same = english.filter((text) => german.includes(text) && !isShared(text))
    expect.soft(same, path).toEqual([])
  }
  for (const path of ['/', '/apply', '/apply/verify', '/no-such-page']) await isGerman(path)
  await applicant.apply()
  await isGerman('/apply/verify')
  await applicant.complete('APPROVED')
  await applicant.reaches('approved')
  for (const path of ['/apply/verify', '/account']) await isGerman(path)
})

test('a note in German is taken, shown to staff as written, and not sent to the service', async ({
  newPage,
  service,
  staff,
}) => {
  const note = 'Bitte läuten – „zweimal“, nicht öfter!'
  const applicant = new Applicant(await newPage({ locale: 'de-DE' }))
  const { page } = applicant
  await page.goto('/apply')
  await fillInForm(page, { account: PRODUCTS[0].name.de })
  await expect(page.getByText('Das liest nur unser Team.')).toBeVisible()
  await page.getByLabel('Sollten wir noch etwas wissen?').fill(note)
  await page.getByRole('button', { name: 'Weiter zur Identitätsprüfung' }).click()
  await applicant.sees('Bestätigen Sie Ihre Identität')
  await applicant.reaches('ready')
  const referenceId = await applicant.referenceId()
  const calls = JSON.stringify(await service.recentCalls(1_000))
  expect(calls).toContain(referenceId)
  expect(calls).not.toContain('läuten')

  const viewer = await staff('viewer')
  await openInquiry(viewer, referenceId)
  await expect(viewer.getByText(note)).toBeVisible()
})

test('a customer reads the deadline, and later that it has passed, in their own language', async ({
  applicant,
  newPage,
  service,
}) => {
  await applicant.arriveAtStatus()
  const { page } = applicant
  await expect(page.getByText(/^You have until \d+ \p{L}+ at \d\d:\d\d [A-Z]/u)).toBeVisible()
  const until = await page.locator('main time').getAttribute('datetime')
  const days = (Date.parse(until ?? '') - Date.now()) / 86_400_000
  expect(days, 'what is left').toBeGreaterThan(SITE.daysToVerify - 0.01)
  expect(days, 'what is left').toBeLessThan(SITE.daysToVerify)

  const storageState = await page.context().storageState()
  const german = await newPage({ locale: 'de-DE', storageState })
  await german.goto('/apply/verify')
  const deadline = /^Sie haben Zeit bis zum \d+\. \p{L}+ um \d\d:\d\d [A-Z]/u
  await expect(german.getByText(deadline)).toBeVisible()
  await service.expire(await applicant.inquiryId())
  await expect(
    german.getByText(/^Sie hatten Zeit bis zum \d+\. \p{L}+ um \d\d:\d\d /u),
  ).toBeVisible()
  await expect(page.getByText(/^You had until \d+ \p{L}+ at \d\d:\d\d /u)).toBeVisible()
})

test('changing the language keeps the customer on the same page, and the choice lasts', async ({
  newPage,
  request,
}) => {
  const page = await newPage({ locale: 'de-DE' })
  const product = PRODUCTS.at(-1) ?? PRODUCTS[0]
  await page.goto(`/apply?product=${product.id}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveURL(`/apply?product=${product.id}`)
  await expect(page.getByRole('radio', { name: product.name.en })).toBeChecked()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  // A browser that sends no Referer.
  for (const [named, shown] of [
    ['/apply/verify', '/apply/verify'],
    ['https://elsewhere.example//x', '/x'],
  ] as const) {
    const form = { locale: 'en', page: named }
    const answer = await request.post('/api/locale', { form, maxRedirects: 0 })
    expect(answer.headers().location).toBe(shown)
  }
})
