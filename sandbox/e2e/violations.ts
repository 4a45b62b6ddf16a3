// What no page may break. Axe is injected into a document once and run any number of times; its own Playwright driver opens a
// tab for each run.
import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Question {
  /** A selector; by default, the whole document. */
  within?: string
  /** By default, all of them. */
  rules?: string[]
}

/** @returns one line for each violation in this document; frames aren't included */
export async function findViolations(
  document: Page | Frame,
  { within = 'html', rules }: Question = {},
): Promise<string[]> {
  if (!(await document.evaluate(() => 'axe' in window))) await document.evaluate(axe.source)
  return document.evaluate(
    async ({ within, rules }) => {
      const { violations } = await window.axe.run(within, {
        ...(rules && { runOnly: rules }),
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
      )
    },
    { within, rules },
  )
}

/** Every rule in light mode; in dark mode, only those about colour. */
const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const

/** Expects no axe violation and no sideways scrolling, on a phone and a desktop, in either colour scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  const found: string[] = []
  for (const { width, colorScheme, ...look } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await expectNoSidewaysScroll(page)
    // Otherwise axe would measure colours halfway between the two schemes.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish()
    })
    const rules = 'rules' in look ? [...look.rules] : undefined
    const violations = await findViolations(page, { rules })
    found.push(...violations.map((violation) => `${width} ${colorScheme} ${violation}`))
  }
  expect(found, new URL(page.url()).pathname).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const html = page.locator('html')
  const excess = await html.evaluate((root) => root.scrollWidth - root.clientWidth)
  expect(excess, 'how much wider the page is than its window, in pixels').toBeLessThanOrEqual(0)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
