// Takes pictures of a screen: full-page at three widths, light and dark, or for a comparison with the approved pictures the
// whole page on a phone in light and its first window at a desk in dark.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { test as base, expect } from '../fixtures/test'
import { settleText } from './settled-text'

const WIDTHS = [360, 768, 1440] as const
const SCHEMES = ['light', 'dark'] as const
/** Each width and each scheme once: a token or a layout that breaks shows in one of them. */
const COMPARED = [
  [360, 'light'],
  [1440, 'dark'],
] as const

/**
 * The same Chromium draws the same page to the last bit, so both are far below what a change would cause. A pixel may
 * differ by a rounding of its colour, and a few pixels by the order in which layers were drawn; a hairline is longer.
 */
export const TOLERANCE = { threshold: 0.02, maxDiffPixels: 12 }

/**
 * Rows in the order in which a machine happened to do things at once, made-up people who differ from run to run, and what
 * looks like another.
 */
const NOT_COMPARED = [
  ...['staff-events', 'portal-wire', 'staff-inquiry', 'staff-inquiry-revealed', 'staff-document'],
  ...['apply', 'staff-inquiries-none', 'verify-unknown'],
]
/** At a desk these differ from verify-ready in their words only. */
const ONLY_ON_A_PHONE =
  /^verify-(in-review|declined|failed|submitted|opening|expired|unreachable|service-unreachable|none)$/

const settingsSchema = z.object({
  SCREENSHOTS_DIR: z.string('SCREENSHOTS_DIR is missing: use `npm run screenshots`'),
  SCREENSHOTS_MODE: z.enum(['look', 'compare', 'approve']).default('look'),
})

type Photograph = (page: Page, name: string, of?: 'window') => Promise<void>

export const test = base.extend<{ photograph: Photograph }>({
  photograph: async ({ browser }, use) => {
    const { SCREENSHOTS_DIR: folder, SCREENSHOTS_MODE: mode } = settingsSchema.parse(process.env)
    mkdirSync(folder, { recursive: true })
    if (mode !== 'look') requireSameBrowser(folder, browser.version(), mode === 'approve')
    await use(mode === 'look' ? lookAt(folder) : compare)
  },
})

const lookAt =
  (folder: string): Photograph =>
  async (page, name, of) => {
    for (const width of WIDTHS)
      for (const scheme of SCHEMES) {
        await show(page, width, scheme)
        const path = join(folder, `${name}-${width}-${scheme}.png`)
        await page.screenshot({ path, fullPage: of === undefined, animations: 'disabled' })
      }
  }

const compare: Photograph = async (page, name, of) => {
  if (NOT_COMPARED.includes(name)) return
  for (const frame of page.frames()) await frame.evaluate(settleText)
  for (const [width, scheme] of COMPARED) {
    if (width !== 360 && ONLY_ON_A_PHONE.test(name)) continue
    await show(page, width, scheme)
    // A bar that sticks would be where the last focus has scrolled to.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.soft(page).toHaveScreenshot(`${name}-${width}-${scheme}.png`, {
      ...TOLERANCE,
      fullPage: of === undefined && width === 360,
      animations: 'disabled',
      // Pictures from the service are not ours, and each person's differ.
      mask: [page.locator('img[src^="http"]')],
    })
  }
}

export async function show(
  page: Page,
  width: (typeof WIDTHS)[number],
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
}

/** Another version draws letters differently, so every picture would seem to have changed. */
function requireSameBrowser(folder: string, version: string, approves: boolean): void {
  const file = join(folder, 'chromium.txt')
  if (approves) writeFileSync(file, `${version}\n`)
  const approved = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none yet'
  if (approved !== version)
    throw new Error(
      `The pictures were approved with Chromium ${approved}, and this is ${version}. Check out the commit that you compare with, run \`npm run screenshots -- --approve\` there, then compare.`,
    )
}
