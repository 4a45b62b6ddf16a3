// The hosted flow's accessibility: by keyboard, and checked with axe on a narrow screen, in dark mode and right to left.
import { expectNoSidewaysScroll } from '../fixtures/accessibility'
import { findViolations } from '../fixtures/axe'
import { expect, Flow, test } from './fixtures'

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
  await pressByKey('Submit to Northwind')
  await expect(flow.heading('Thank you, all done')).toBeFocused()
})

test('every screen has its focus and its place before it is drawn, so nothing moves under a finger', async ({
  tenant,
  merchant,
  flow,
}) => {
  const { page } = merchant
  // An observer, and what it puts off to a microtask, runs after the screen has changed and before it's drawn.
  await page.addInitScript(() => {
    const headings: { text: string; isFocused: boolean }[] = []
    let shown = ''
    Object.assign(window, { headings })
    new MutationObserver(() => {
      const heading = document.querySelector('h1[tabindex="-1"]')
      const text = heading?.textContent ?? ''
      if (text === shown) return
      shown = text
      queueMicrotask(() => {
        if (text !== '') headings.push({ text, isFocused: document.activeElement === heading })
      })
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  await flow.submit('Approved')
  const headings = await flow
    .heading('Thank you, all done')
    .evaluate(() => Reflect.get(window, 'headings'))
  const texts = [
    'Verify your identity',
    'Enter your details',
    'Choose your document',
    'Photograph your passport',
    'Take a selfie',
    'Check and submit',
    'Thank you, all done',
  ]
  for (const text of texts) expect(headings).toContainEqual({ text, isFocused: true })
  expect(headings).not.toContainEqual(expect.objectContaining({ isFocused: false }))
})

test('Escape works as soon as a screen has appeared', async ({ tenant, merchant, flow }) => {
  await merchant.page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h1[tabindex="-1"]') === null) return
      observer.disconnect()
      queueMicrotask(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        ),
      )
    }).observe(document, { childList: true, subtree: true })
  })
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.button('Keep going')).toBeFocused()
})

test('the review screen does not move while its pictures load', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const below = document.querySelector('.given ~ details')
      if (below === null) return
      observer.disconnect()
      queueMicrotask(() =>
        Object.assign(window, { topAtFirst: below.getBoundingClientRect().top + scrollY }),
      )
    }).observe(document, { childList: true, subtree: true })
  })
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  const pictures = flow.screen.locator('.given img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await picture.evaluate((image: HTMLImageElement) => image.decode())
  const moved = await flow.screen
    .locator('.given ~ details')
    .evaluate(
      (below) => below.getBoundingClientRect().top + scrollY - Reflect.get(window, 'topAtFirst'),
    )
  expect(moved, 'how far the pictures moved what is below them, in pixels').toBe(0)
})

test('a picture on the review screen can be enlarged and closed again by keyboard', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  const enlarge = flow.button('Enlarge: Passport: page with your photo')
  const large = flow.screen.getByRole('dialog', { name: 'Passport: page with your photo' })
  await enlarge.press('Enter')
  await expect(flow.button('Close')).toBeFocused()
  const picture = large.getByRole('img', { name: 'Your picture: Passport: page with your photo' })
  await expect(picture).toBeInViewport({ ratio: 1 })
  const [, frame] = merchant.page.frames()
  if (!frame) throw new Error('The flow has no frame')
  expect(await findViolations(frame)).toEqual([])
  await merchant.page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(enlarge).toBeFocused()
  await expect(flow.button('Keep going')).toHaveCount(0)
})

for (const [language, colorScheme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const) {
  test.describe(`on a narrow ${colorScheme} screen, in ${language}`, () => {
    test.use({
      colorScheme,
      locale: language,
      viewport: { width: 360, height: 740 },
      // While something fades in, it doesn't have its final colours.
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('no screen has an axe violation or scrolls sideways', async ({ tenant, merchant }) => {
      // Axe reads every element of nine screens, which takes a while on a busy machine.
      test.slow()
      const { page } = merchant
      await merchant.startFlow(await tenant.openInquiry(), 'redirect')
      const { screen } = new Flow(page)
      const next = () => page.locator('button.primary').click()
      /** Waits for something that only this screen has, then checks the whole screen. */
      async function inspect(mark: string) {
        await expect(screen.locator(mark).first()).toBeVisible()
        expect(await findViolations(page)).toEqual([])
        await expectNoSidewaysScroll(page)
      }

      await inspect('.tasks')
      await next()
      await expect(screen.locator('#field-fullName')).toBeVisible()
      await next()
      await inspect('.field.wrong')
      await screen.locator('#field-fullName').fill('Anna Eriksson')
      await screen.locator('#field-country').selectOption('SE')
      await screen.locator('#field-email').fill('anna@example.com')
      await screen.locator('#field-phone').fill('+46701234567')
      await next()
      await inspect('.choices')
      await next()
      await inspect('.guide')
      await screen.locator('.sandbox-section button').click()
      await inspect('.preview')
      await next()
      await expect(screen.locator('.guide')).toBeVisible()
      await next()
      await inspect('.camera')
      await next()
      await expect(screen.locator('.preview')).toBeVisible()
      await next()
      await screen.locator('.sandbox-section summary').click()
      await inspect('.outcome')
      await page.keyboard.press('Escape')
      await inspect('dialog[open]')
      await page.keyboard.press('Escape')
      await next()
      await inspect('.end')
    })
  })
}

test('in the modal, neither the dialog nor the frame in it has an axe violation', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.heading('Verify your identity')).toBeFocused()
  const [, ...frames] = merchant.page.frames()
  expect(frames).toHaveLength(1)
  for (const frame of frames) expect(await findViolations(frame)).toEqual([])
  expect(await findViolations(merchant.page, { within: 'dialog' })).toEqual([])
})
