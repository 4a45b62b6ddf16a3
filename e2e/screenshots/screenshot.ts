// Takes pictures of a screen: full-page at three widths, light and dark, or for a comparison with the approved pictures the
// whole page on a phone in light and its first window at a desk in dark.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Route } from '@playwright/test'
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

/** Rows in the order in which a machine happened to do things at once, and what looks like another. */
const NOT_COMPARED = [
  ...['staff-events', 'portal-wire'],
  ...['apply', 'staff-inquiries-none', 'verify-unknown'],
]
/** At a desk these differ from a neighbour in their words only. */
const ONLY_ON_A_PHONE =
  /^verify-(in-review|declined|failed|submitted|opening|expired|unreachable|service-unreachable|none)$|^portal-(sign-in|inquiries|templates|keys|endpoints)$|^hosted-(document|picture|specimen|selfie|done)$/

/** Pictures of people, which the service draws: they are not ours, and each person's differ. Not those below a dialog. */
const PEOPLE =
  ':is(img[src^="http"], img[alt^="Your picture"], .pictures img, .case-face):not([aria-hidden=true] *)'

const settingsSchema = z.object({
  SCREENSHOTS_DIR: z.string('SCREENSHOTS_DIR is missing: use `npm run screenshots`'),
  SCREENSHOTS_MODE: z.enum(['look', 'compare', 'approve']).default('look'),
})

type Photograph = (page: Page, name: string, of?: 'window') => Promise<void>

export interface Photographs {
  photograph: Photograph
}

export const photograph = async (
  { browser }: { browser: Browser },
  use: (photograph: Photograph) => Promise<void>,
): Promise<void> => {
  const { SCREENSHOTS_DIR: folder, SCREENSHOTS_MODE: mode } = settingsSchema.parse(process.env)
  mkdirSync(folder, { recursive: true })
  if (mode !== 'look') requireSameBrowser(folder, browser.version(), mode === 'approve')
  await use(mode === 'look' ? lookAt(folder) : compare)
}

export const test = base.extend<Photographs>({
  photograph,
  newBrowser: ({ newBrowser }, use) =>
    use(async (options) => {
      const context = await newBrowser(options)
      await context.route(/\.css(\?|$)/, awaitTypeface)
      return context
    }),
})

/** The app draws a page without its typeface if that isn't there at once, which is up to the machine. */
async function awaitTypeface(route: Route): Promise<void> {
  const response = await route.fetch()
  const styles = (await response.text()).replaceAll(
    /font-display:\s*optional/g,
    'font-display:block',
  )
  await route.fulfill({ response, body: styles })
}

const lookAt =
  (folder: string): Photograph =>
  async (page, name, of) => {
    for (const width of WIDTHS)
      for (const scheme of SCHEMES) {
        await show(page, width, scheme)
        await loadPictures(page)
        if (of === undefined) await growToPage(page)
        const path = join(folder, `${name}-${width}-${scheme}.png`)
        await page.screenshot({ path, fullPage: of === undefined, animations: 'disabled' })
      }
  }

const compare: Photograph = async (page, name, of) => {
  if (NOT_COMPARED.includes(name)) return
  await awaitHydration(page)
  // Where the last click was, another size of the window may have something that lights up.
  await page.mouse.move(0, 0)
  for (const frame of page.frames()) await frame.evaluate(settleText)
  await loadPictures(page)
  for (const [width, scheme] of COMPARED) {
    if (width !== 360 && ONLY_ON_A_PHONE.test(name)) continue
    await show(page, width, scheme)
    if (of === undefined && width === 360) await growToPage(page)
    // A bar that sticks would be where the last focus has scrolled to.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.soft(page).toHaveScreenshot(`${name}-${width}-${scheme}.png`, {
      ...TOLERANCE,
      fullPage: of === undefined && width === 360,
      animations: 'disabled',
      mask: page.frames().map((frame) => frame.locator(PEOPLE)),
    })
  }
}

/** Before, React would find another text than the server's. */
async function awaitHydration(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
}

type Fiber = {
  child: Fiber | null
  sibling: Fiber | null
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
}

/**
 * Runs in the page: whether React has taken over the document and each part that was streamed. It says so nowhere but in its
 * own tree: an element that it has marked may be of an attempt that it gave up. The service's pages have no React.
 */
function isHydrated(): boolean {
  // Until then, what tells a page with React from one without may not have come.
  if (document.readyState === 'loading') return false
  if (!('__next_f' in window)) return true
  const containers: [string, { stateNode: { current: Fiber } }][] = Object.entries(document)
  const container = containers.find(([key]) => key.startsWith('__reactContainer$'))?.[1]
  if (!container) return false
  const root = container.stateNode.current
  const pending = [root]
  for (let fiber = pending.pop(); fiber; fiber = pending.pop()) {
    if (fiber.memoizedState?.isDehydrated || fiber.memoizedState?.dehydrated) return false
    if (fiber.child) pending.push(fiber.child)
    if (fiber.sibling) pending.push(fiber.sibling)
  }
  return true
}

/** Those below the window too, which may have another size before. */
async function loadPictures(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.allSettled([...document.images].map((image) => image.decode()))
    })
}

export async function show(
  page: Page,
  width: (typeof WIDTHS)[number],
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
}

/** A bar at the foot of the window would otherwise lie across the middle of a picture of the whole page. */
async function growToPage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  if (needed > height) await page.setViewportSize({ width, height: needed })
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
