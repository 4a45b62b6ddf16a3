// Shows that the comparison notices what a person would: it must fail for each of these small changes.
import { expect } from '../fixtures/test'
import { show, TOLERANCE, test } from './screenshot'

test.skip(process.env.SCREENSHOTS_MODE !== 'compare', 'There is nothing to compare with.')

for (const [change, plant] of [
  ['a button 8 pixels further right', () => shift('8px')],
  ['another brand colour', () => recolour('--brand', '#0b5c5d')],
] as const)
  test(`${change} is noticed`, async ({ newBrowser, photograph }) => {
    const page = await (await newBrowser()).newPage()
    await page.goto('/admin/sign-in')
    await photograph(page, 'sign-in')
    await page.evaluate(plant())
    await show(page, 360, 'light')
    const refused = await expect(page)
      .toHaveScreenshot('sign-in-360-light.png', {
        ...TOLERANCE,
        fullPage: true,
        animations: 'disabled',
        timeout: 5_000,
      })
      .then(
        () => 'nothing',
        (error: unknown) => String(error),
      )
    expect(refused).toMatch(/pixels .* are different/)
  })

const shift = (by: string) =>
  `document.querySelector('main button[type=submit]').style.transform = 'translateX(${by})'`
const recolour = (token: string, colour: string) =>
  `document.documentElement.style.setProperty('${token}', '${colour}')`
