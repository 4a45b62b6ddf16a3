// The hosted flow works by keyboard and passes axe.
import { expect, test } from './fixtures'
import { expectNoViolations } from './violations'

test('the flow can be completed with only the keyboard', async ({ tenant, merchant, flow }) => {
  const inquiryId = await tenant.openInquiry()
  const { keyboard } = merchant.page
  /** Presses Tab until the button with this name has focus. */
  async function tabTo(name: string) {
    const control = flow.screen.getByRole('button', { name, exact: true })
    await expect(control).toBeVisible()
    for (let presses = 0; presses < 30; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  async function pressByKey(name: string) {
    await tabTo(name)
    await keyboard.press('Enter')
  }
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('Verify your identity')).toBeFocused()
  await pressByKey('Agree and continue')
  await expect(flow.heading('Enter your details')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type('Anna Eriksson')
  await keyboard.press('Tab')
  await keyboard.type('Sweden')
  await keyboard.press('Tab')
  await keyboard.type('anna@example.com')
  await keyboard.press('Tab')
  await keyboard.type('+46701234567')
  await keyboard.press('Enter')
  await expect(flow.heading('Choose your document')).toBeFocused()
  await pressByKey('Continue with passport')
  await pressByKey('Use a specimen')
  await pressByKey('Use this picture')
  await expect(flow.heading('Take a selfie')).toBeFocused()
  await pressByKey('Use a specimen')
  await pressByKey('Use this picture')
  await pressByKey('Submit to Larkspur')
  await expect(flow.heading('Thank you, all done')).toBeFocused()
})

test.describe('in German, whose words are longer', () => {
  test.use({ locale: 'de' })

  test('no screen has an axe violation or scrolls sideways', async ({ tenant, merchant }) => {
    // Axe reads every element of nine screens, which is slow on a busy machine.
    test.slow()
    const { page } = merchant
    await merchant.startFlow(await tenant.openInquiry(), 'redirect')
    const next = () => page.locator('button.primary').click()
    /** Waits for an element that only this screen has, then checks the screen. */
    async function inspect(mark: string) {
      await expect(page.locator(mark).first()).toBeVisible()
      await expectNoViolations(page)
    }

    await inspect('.tasks')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await next()
    await expect(page.locator('#field-fullName')).toBeVisible()
    await next()
    await inspect('.field.wrong')
    await page.locator('#field-fullName').fill('Anna Eriksson')
    await page.locator('#field-country').selectOption('SE')
    await page.locator('#field-email').fill('anna@example.com')
    await page.locator('#field-phone').fill('+46701234567')
    await next()
    await inspect('.choices')
    await next()
    await inspect('.guide')
    await page.locator('button.sandbox').click()
    await inspect('.preview')
    await next()
    await expect(page.locator('.guide')).toBeVisible()
    await next()
    await inspect('.camera')
    await next()
    await expect(page.locator('.preview')).toBeVisible()
    await next()
    await page.locator('.sandbox summary').click()
    await inspect('.sandbox[open]')
    await page.keyboard.press('Escape')
    await inspect('dialog[open]')
    await page.keyboard.press('Escape')
    await next()
    await inspect('.end')
  })
})
