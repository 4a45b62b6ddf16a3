import { expect, test } from '../fixtures/test'

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-DE' })

  test('gets German from the first request', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('main').getByRole('link', { name: 'Konto eröffnen' }).first().click()
    await expect(page.getByRole('heading', { name: 'Konto eröffnen' })).toBeVisible()
    await expect(page).toHaveTitle(/Konto eröffnen/)
    await page.getByRole('button', { name: 'Weiter zum Identitätsnachweis' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Konto' })).toBeVisible()
    await expect(page.getByText('Wählen Sie das Konto')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Girokonto' })).toBeFocused()
  })

  test('keeps a different choice, and stays on the page where it was made', async ({ page }) => {
    await page.goto('/apply?product=savings')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/apply\?product=savings$/)
    await expect(page.getByRole('radio', { name: 'Savings account' })).toBeChecked()
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })
})

test('choosing a language keeps a one-time link’s token, which the server never sees', async ({
  page,
}) => {
  await page.goto('/admin/set-password#a-link')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Passwort wählen' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/set-password#a-link$/)
  await expect(page.getByRole('textbox', { name: 'Neues Passwort' })).toBeVisible()
})

test('choosing a language never redirects to another site', async ({ request }) => {
  const answer = await request.post('/api/locale', {
    form: { locale: 'de' },
    headers: { referer: 'https://elsewhere.example//evil.example/apply' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
  expect(answer.headers().location).toBe('/evil.example/apply')
})

test('an unsupported language changes nothing', async ({ request }) => {
  for (const locale of ['fr', '__proto__', 'x'.repeat(200)])
    expect(
      (await request.post('/api/locale', { form: { locale }, maxRedirects: 0 })).headers(),
    ).not.toHaveProperty('set-cookie')
  expect((await request.post('/api/locale', { data: 'x'.repeat(300) })).status()).toBe(413)
})
