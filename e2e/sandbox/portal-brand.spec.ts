// The brand: its form, its previews, and the flow that uses it.
import { expect, test } from './portal-fixtures'

test('the form previews the brand that a merchant sets, and the hosted flow uses it', async ({
  operator,
  tenant,
  merchant,
  flow,
}) => {
  const { page } = operator
  await operator.open('/brand')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await page.getByLabel('Name').fill('Harbour Credit Union')
  await page.getByLabel('Colour').fill('#8a1c4a')
  await page.getByLabel('Logo').setInputFiles({
    name: 'harbour.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  })
  // The preview follows the form before anything is saved.
  const preview = page.frameLocator('iframe[title="The hosted flow in light mode"]')
  const hasNewBrand = async () => {
    await expect(preview.getByText('Agree and continue')).toHaveCSS(
      'background-color',
      'rgb(138, 28, 74)',
    )
    await expect(preview.getByText('Harbour Credit Union needs to confirm')).toBeVisible()
    await expect(preview.locator('header img')).toHaveJSProperty('naturalWidth', 9)
  }
  await hasNewBrand()
  await expect(page.getByText('harbour.svg')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(preview.getByText('Agree and continue')).toBeInViewport({ ratio: 1 })
  await save.click()
  await expect(operator.notice).toContainText('Brand saved.')
  await expect(save).toBeDisabled()
  await hasNewBrand()
  const words = await preview.getByRole('main').textContent()

  await merchant.startFlow(await tenant.openInquiry('order:18'))
  // The preview is the flow's own first screen.
  await expect(flow.heading('Verify your identity')).toBeVisible()
  expect(words).toBe(await flow.screen.getByRole('main').textContent())
  const header = flow.screen.getByRole('banner')
  await expect(header).toContainText('Harbour Credit Union')
  const logo = header.locator('img')
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/)
  await expect(flow.screen.getByRole('button', { name: 'Agree and continue' })).toHaveCSS(
    'background-color',
    'rgb(138, 28, 74)',
  )
})

test('on a phone, the brand is previewed in one mode at a time', async ({ operator }) => {
  const { page } = operator
  await page.setViewportSize({ width: 390, height: 844 })
  await operator.open('/brand')
  const inMode = (look: string) => page.locator(`iframe[title="The hosted flow in ${look} mode"]`)
  await expect(inMode('light')).toBeVisible()
  await expect(inMode('dark')).toBeHidden()
  await page.getByRole('radio', { name: 'Dark' }).press('Space')
  await expect(inMode('light')).toBeHidden()
  const button = inMode('dark').contentFrame().getByText('Agree and continue')
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('a preview’s logo follows its own theme, and removing the logo shows the initials', async ({
  operator,
}) => {
  const { page } = operator
  await page.emulateMedia({ colorScheme: 'light' })
  await operator.open('/brand')
  await page.getByLabel('Logo').setInputFiles({
    name: 'two-tone.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><style>rect{fill:#000}@media (prefers-color-scheme:dark){rect{fill:#fff}}</style><rect width="8" height="8"/></svg>',
    ),
  })
  await operator.press('Save')
  await expect(operator.notice).toContainText('Brand saved.')
  for (const [look, brightness] of [
    ['light', 0],
    ['dark', 255],
  ]) {
    const logo = page
      .frameLocator(`iframe[title="The hosted flow in ${look} mode"]`)
      .locator('header img')
    await expect(logo).toHaveJSProperty('complete', true)
    // The middle of the picture as the screen shows it.
    const picture = (await logo.screenshot()).toString('base64')
    const shown = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return context?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data[0]
    }, picture)
    expect(shown).toBe(brightness)
  }
  await page.getByText('Remove the logo…').click()
  await operator.press('Remove the logo')
  await expect(operator.notice).toContainText('shows your initials')
  const monogram = page.frameLocator('iframe >> nth=0').locator('.monogram')
  await expect(monogram).toHaveText('AP')
})
