// Takes full-page screenshots at three widths, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { test as base } from '../fixtures/test'

const WIDTHS = [360, 768, 1440] as const
const SCHEMES = ['light', 'dark'] as const

export const test = base.extend<{
  photograph: (page: Page, name: string, of?: 'window') => Promise<void>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  photograph: async ({}, use) => {
    const folder = z
      .string('SCREENSHOTS_DIR is missing: use `npm run screenshots`')
      .parse(process.env.SCREENSHOTS_DIR)
    mkdirSync(folder, { recursive: true })
    await use(async (page, name, of) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          const path = join(folder, `${name}-${width}-${colorScheme}.png`)
          await page.screenshot({ path, fullPage: of === undefined, animations: 'disabled' })
        }
      }
    })
  },
})
