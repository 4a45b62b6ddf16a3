// Checks that every page must pass.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Light mode checks every rule; dark mode checks only colours. */
const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const

/** Expects no axe violation and no horizontal scrolling, on a phone and a desktop, in both colour schemes. */
export async function expectNoViolations(page: Page): Promise<void> {
  const found: string[] = []
  // Injected directly, because axe's Playwright driver opens a tab for each run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const { width, colorScheme, ...look } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    const html = page.locator('html')
    const excess = await html.evaluate((root) => root.scrollWidth - root.clientWidth)
    expect(excess, 'how much wider the page is than its window, in pixels').toBeLessThanOrEqual(0)
    const violations = await page.evaluate(
      async (rules) => {
        // Without this, axe would measure colours in the middle of a transition.
        for (const animation of document.getAnimations())
          if (animation instanceof CSSTransition) animation.finish()
        const { violations } = await window.axe.run({
          ...(rules && { runOnly: rules }),
          resultTypes: ['violations'],
          iframes: false,
        })
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
        )
      },
      'rules' in look ? [...look.rules] : undefined,
    )
    found.push(...violations.map((violation) => `${width} ${colorScheme} ${violation}`))
  }
  expect(found, new URL(page.url()).pathname).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
