// Takes pictures of a screen: full-page at three widths, light and dark. For a comparison with the approved pictures, takes
// the whole page on a phone in light mode and the first window on a desktop in dark mode.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { test as base, expect } from '../fixtures/test'
import { settleText } from './settled-text'

const WIDTHS = [360, 768, 1440] as const
const SCHEMES = ['light', 'dark'] as const
/** Each scheme once, at the narrowest and widest sizes: a broken token or layout shows in one of them. */
const COMPARED = [
  [360, 'light'],
  [1440, 'dark'],
] as const

/**
 * The same Chromium draws the same page almost identically, so both limits are far below what any change would cause. Only
 * the rounding of a colour and a few pixels at the edges of layers may differ; even a hairline is longer than that.
 */
export const TOLERANCE = { threshold: 0.02, maxDiffPixels: 12 }

/** Screens whose row order depends on timing, and screens that look like another one. */
const NOT_COMPARED = [
  ...['staff-events', 'portal-wire', 'guide-live', 'guide-wire'],
  ...['apply', 'staff-inquiries-none', 'verify-unknown', 'elsewhere-confirm', 'guide-chapter'],
  'hosted-consent',
  // Changes with every line of the code that it shows.
  'guide-source',
]
/** On a desktop these differ from another screen only in their words. */
const ONLY_ON_A_PHONE =
  /^verify-(in-review|declined|failed|submitted|opening|expired|unreachable|service-unreachable|none)$|^portal-(sign-in|inquiries|templates|keys|endpoints)$|^hosted-(document|picture|specimen|selfie|done)$|^elsewhere-|^staff-(account|second-factor|reveals-none|not-found)$|^set-password$|^guide-(prepared|strip)$/

/**
 * Pictures of people, which the service draws differently for each person, and QR codes of links. Leaves out those behind a
 * dialog or in a closed section.
 */
const VARYING =
  ':is(img[src^="http"], img[alt^="Your picture"], .pictures img, [aria-label^="QR code"]):not([aria-hidden=true] *, details:not([open]) *)'

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

/** Waits for the typeface. Normally the app draws a page without it unless it's available immediately, which varies. */
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
  // At another window size, something with a hover style may be where the last click was.
  await page.mouse.move(0, 0)
  for (const frame of page.frames()) await frame.evaluate(settleText)
  await loadPictures(page)
  for (const [width, scheme] of COMPARED) {
    if (width !== 360 && ONLY_ON_A_PHONE.test(name)) continue
    await show(page, width, scheme)
    if (of === undefined && width === 360) await growToPage(page)
    // A sticky bar would otherwise be wherever the last focus scrolled to.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.soft(page).toHaveScreenshot(`${name}-${width}-${scheme}.png`, {
      ...TOLERANCE,
      fullPage: of === undefined && width === 360,
      animations: 'disabled',
      mask: page.frames().map((frame) => frame.locator(VARYING)),
    })
  }
}

/** Text that is replaced before hydration would differ from what React expects. */
async function awaitHydration(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
}

type Fiber = {
  child: Fiber | null
  sibling: Fiber | null
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
}

/**
 * Runs in the page: whether React has hydrated the document and every streamed part. Only React's own tree shows that,
 * because an element that it has marked may belong to an abandoned attempt. The service's pages don't use React.
 */
function isHydrated(): boolean {
  // Until then, the script that shows whether the page uses React may not have arrived.
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

/** Loads even the pictures below the window, because their size may change when they load. */
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

/** Otherwise a bar at the bottom of the window would lie across the middle of a full-page picture. */
async function growToPage(page: Page): Promise<void> {
  // Until it fits, because the page may grow: a case's timeline shows what its reader just did.
  await expect(async () => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const needed = await page.evaluate(() => document.documentElement.scrollHeight)
    if (needed > height) await page.setViewportSize({ width, height: needed })
    expect(needed).toBeLessThanOrEqual(height)
  }).toPass()
}

/** Another version renders text differently, so every picture would seem to have changed. */
function requireSameBrowser(folder: string, version: string, approves: boolean): void {
  const file = join(folder, 'chromium.txt')
  if (approves) writeFileSync(file, `${version}\n`)
  const approved = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none yet'
  if (approved !== version)
    throw new Error(
      `Chromium of the approved pictures: ${approved}. This Chromium: ${version}. Check out the commit to compare with, run \`npm run screenshots -- --approve\` there, then compare.`,
    )
}
