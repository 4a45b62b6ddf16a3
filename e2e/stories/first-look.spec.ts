// A visitor's first impression: nothing jumps, and what should line up does.
import { z } from 'zod'
import { expect, test } from '../fixtures/test'

for (const path of ['/', '/apply', '/apply/verify', '/admin/sign-in'])
  test(`${path} does not shift when its typeface arrives late`, async ({ newBrowser }) => {
    const page = await (await newBrowser()).newPage()
    let sendFonts = () => {}
    const shown = new Promise<void>((resolve) => {
      sendFonts = resolve
    })
    await page.route('**/*.woff2', (route) => shown.then(() => route.continue()))
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    sendFonts()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    const shift = z.number().parse(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                if ('value' in entry && typeof entry.value === 'number') sum += entry.value
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
          }),
      ),
    )
    expect(shift).toBeLessThanOrEqual(0.01)
  })

const PAGES_OF_LINKS = [
  {
    path: '/admin/set-password',
    whole: 'New password',
    cut: 'This page needs the whole link.',
  },
  {
    path: '/apply/continue',
    whole: 'Did you start this identity check?',
    cut: 'This link doesn’t work any more',
  },
]
for (const { path, whole, cut } of PAGES_OF_LINKS)
  test(`${path} shows whether its link is complete before any script has arrived`, async ({
    newBrowser,
  }) => {
    for (const [address, shown, hidden] of [
      [path, cut, whole],
      [`${path}#${'a'.repeat(43)}`, whole, cut],
    ] as const) {
      const page = await (await newBrowser()).newPage()
      await page.route('**/*.js', () => {})
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.getByText(shown)).toBeVisible()
      await expect(page.getByText(hidden)).toBeHidden()
    }
  })

test('the logo is centred in the header', async ({ newBrowser }) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/')
  const header = await page.getByRole('banner').boundingBox()
  const logo = await page.getByRole('banner').locator('img').boundingBox()
  const middle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : 0)
  expect(Math.abs(middle(logo) - middle(header))).toBeLessThanOrEqual(1)
})

test('an empty radio button and checkbox look empty in dark mode, not disabled', async ({
  newBrowser,
}) => {
  const page = await (await newBrowser({ colorScheme: 'dark' })).newPage()
  await page.goto('/apply')
  for (const control of [page.getByRole('radio').first(), page.getByRole('checkbox')]) {
    await expect(control).toHaveCSS('appearance', 'none')
    await expect(control).toHaveCSS('background-color', 'rgb(18, 27, 24)')
  }
})
