// What a customer reads in German. Each screen is read in both languages, and a text that is the same in both must be a name or
// a word that the languages share.
import type { Page } from '@playwright/test'
import { PRODUCTS, SITE } from '../../site'
import { expect, test } from '../fixtures/test'

/** Words that both languages share, and what isn't text: addresses, ids and numbers. */
const SHARED: readonly (string | RegExp)[] = [
  ...['Name', 'Status', '(optional)', SITE.name],
  /^\S+@\S+$/,
  /^(…|[a-z]+-)?[0-9a-f-]{4,}$/,
  new RegExp(`^${SITE.referencePrefix}-[A-Z0-9]+$`),
  /^[A-Z]{2} [\d• ]+$/,
]

/** The page's texts and accessible names that contain a word, except those marked as another language or as names. */
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

test('a customer’s screens are entirely in German', { tag: '@sandbox' }, async ({
  newPage,
  applicant,
}) => {
  const read = async (locale: string, path: string) => {
    const storageState = await applicant.page.context().storageState()
    const page = await newPage({ locale, storageState })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    if (path === '/apply') {
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeAttached()
    }
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

test('another choice of language is kept, on the page where it was made', async ({
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
  // Of a browser that sends no Referer.
  for (const [named, shown] of [
    ['/apply/verify', '/apply/verify'],
    ['https://elsewhere.example//x', '/x'],
  ] as const) {
    const form = { locale: 'en', page: named }
    const answer = await request.post('/api/locale', { form, maxRedirects: 0 })
    expect(answer.headers().location).toBe(shown)
  }
})
