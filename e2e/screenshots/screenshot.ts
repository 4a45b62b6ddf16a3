// Takes pictures of a screen: full-page at three widths, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../../scripts/settings'

const FOLDER = join(ROOT, '.data/screenshots')

export async function photograph(page: Page, name: string, of?: 'window'): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const width of [360, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      await loadPictures(page)
      const path = join(FOLDER, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: of === undefined, animations: 'disabled' })
    }
}

/** Loads even the pictures below the window, because their size may change when they load. */
async function loadPictures(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.allSettled([...document.images].map((image) => image.decode()))
    })
}
