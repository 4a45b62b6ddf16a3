// The hosted flow in windows of different sizes: what the customer needs next is in view (F1).
import { expect, test } from './fixtures'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 740 },
])
  test(`the button to continue is in view without scrolling at ${viewport.width} pixels`, async ({
    tenant,
    merchant,
    flow,
  }) => {
    await merchant.page.setViewportSize(viewport)
    await merchant.startFlow(await tenant.openInquiry())
    await expect(flow.button('Agree and continue')).toBeInViewport({ ratio: 1 })
    await flow.press('Agree and continue')
    await expect(flow.button('Continue')).toBeInViewport({ ratio: 1 })
    await expect(flow.button('Fill in a sample person')).toBeInViewport({ ratio: 1 })
    await flow.press('Continue')
    const name = flow.screen.getByLabel('Full name')
    await expect(name).toBeFocused()
    await expect(name).toBeInViewport({ ratio: 1 })
    await expect(flow.heading('Enter your details')).toBeInViewport({ ratio: 1 })
    await expect(flow.button('Fill in a sample person')).toBeInViewport({ ratio: 1 })
    await flow.fillPersonalInfo()
    await expect(flow.heading('Choose your document')).toBeVisible()
    await expect(flow.button('Continue with passport')).toBeInViewport({ ratio: 1 })
    await flow.press('Continue with passport')
    await flow.press('Use a specimen')
    await expect(flow.button('Use this picture')).toBeInViewport({ ratio: 1 })
    await flow.press('Use this picture')
    await flow.giveSpecimen()
    await expect(flow.heading('Check and submit')).toBeVisible()
    await expect(flow.button('Submit to Northwind')).toBeInViewport({ ratio: 1 })
    // A phone of 740 pixels has to scroll to what only a sandbox has.
    if (viewport.height > 740) {
      const section = await flow.screen.locator('details', { hasText: 'Outcome' }).boundingBox()
      const footer = await flow.screen.getByRole('contentinfo').boundingBox()
      expect((section?.y ?? 0) + (section?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
    }
    await flow.submit('Approved')
    await expect(flow.button('Return to Northwind')).toBeInViewport({ ratio: 1 })
    // At 740 pixels, all that comes before it too.
    await expect(flow.screen.getByRole('listitem').last()).toBeInViewport({ ratio: 1 })
  })

for (const [locale, agree] of [
  ['en', 'Agree and continue'],
  ['de', 'Einwilligen und weiter'],
  ['ar', 'أوافق وأتابع'],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('the customer sees all that they agree to without scrolling', async ({
      tenant,
      merchant,
      flow,
    }) => {
      await merchant.startFlow(await tenant.openInquiry())
      await expect(flow.button(agree)).toBeVisible()
      for (const [width, height] of [
        [360, 740],
        [390, 844],
        [1440, 900],
      ] as const) {
        await merchant.page.setViewportSize({ width, height })
        await expect
          .poll(() =>
            flow.screen.locator('html').evaluate((page) => page.scrollHeight - innerHeight),
          )
          .toBe(0)
      }
    })
  })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]) {
  test(`the footer is whole and the button in view with the sandbox section open at ${viewport.width} pixels`, async ({
    tenant,
    merchant,
    flow,
  }) => {
    await merchant.startFlow(await tenant.openInquiry())
    await flow.giveEverything()
    await flow.openSandbox('Outcome')
    await flow.screen.getByRole('radio', { name: 'Needs review', exact: true }).check()
    await merchant.page.setViewportSize(viewport)
    for (const scrolledTo of ['start', 'middle', 'end'] as const) {
      const { top, bottom, padding } = await flow.screen
        .getByRole('contentinfo')
        .evaluate((footer, place) => {
          const { scrollHeight } = document.documentElement
          const hidden = Math.max(0, scrollHeight - innerHeight)
          scrollTo({
            top: { start: 0, middle: hidden / 2, end: hidden }[place],
            behavior: 'instant',
          })
          const content = [...footer.children].map((child) => child.getBoundingClientRect())
          const box = footer.getBoundingClientRect()
          return {
            top: box.top,
            bottom: box.bottom - innerHeight,
            padding: box.bottom - Math.max(...content.map((child) => child.bottom)),
          }
        }, scrolledTo)
      expect(bottom, `how far the footer is cut, scrolled to the ${scrolledTo}`).toBeLessThan(1)
      expect(padding, 'the space below what the footer says').toBeGreaterThanOrEqual(8)
      const button = flow.button('Submit to Northwind')
      await expect(button).toBeInViewport({ ratio: 1 })
      const { end } = await button.evaluate((one) => ({ end: one.getBoundingClientRect().bottom }))
      expect(end, 'the button ends above the footer').toBeLessThanOrEqual(top)
    }
  })
}
