// The colours that `app/globals.css` derives from the brand's colour, as a browser computes them.
import { readFileSync } from 'node:fs'
import { OWN_BUILD } from '../fixtures/environment'
import { expect, test } from '../fixtures/test'

const BRANDS = [
  '#0b5c4d #ffd400 #ffff00 #ffcc00 #ff6600 #e3000f #ff0000 #b00020 #ff00ff #d40073 #7a1f5c #5b2be0',
  '#0000ff #1c4fa0 #009ee0 #00ffff #00ff00 #76b900 #8b6b3f #808080 #050505 #0a0a14 #f8f8f4 #ffffff',
]
  .join(' ')
  .split(' ')

const SURFACES = ['background', 'card', 'muted']
const TEXTS = ['foreground', 'muted-foreground', 'subtle-foreground', 'primary', 'primary-strong']
/** The least contrast, and the pairs that need it: WCAG 2.2, 1.4.3 and 1.4.11. */
const PAIRS: [number, string[], string[]][] = [
  [4.5, TEXTS, SURFACES],
  [4.5, ['foreground', 'muted-foreground', 'primary', 'primary-strong'], ['accent']],
  [4.5, ['primary-foreground'], ['primary', 'primary-strong']],
  [4.5, ['white', 'glow'], ['night']],
  [4.5, ['drawing-ink'], ['drawing-light', 'drawing-shade', 'white']],
  [3, ['input', 'primary'], [...SURFACES, 'accent']],
]

test('every brand’s colours are readable, in light and dark', { tag: OWN_BUILD }, async ({
  page,
}) => {
  const css = readFileSync('app/globals.css', 'utf8').replace(/@import.*;/, '')
  for (const brand of BRANDS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(`<style>${css.replaceAll('--theme(--brand inline)', brand)}</style>`)
      expect.soft(await page.evaluate(unreadable, PAIRS), `${brand}, ${colorScheme}`).toEqual([])
    }
})

/** Runs in the page. @returns the pairs whose painted colours have less contrast than they need */
function unreadable(pairs: typeof PAIRS): string[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  const luminance = (name: string) => {
    document.body.style.color = name === 'white' ? name : `var(--${name})`
    context.fillStyle = getComputedStyle(document.body).color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .map((byte) => byte / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return pairs.flatMap(([least, texts, surfaces]) =>
    texts.flatMap((text) =>
      surfaces.flatMap((surface) => {
        const both = [luminance(text), luminance(surface)]
        const contrast = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
        return contrast < least ? [`${text} on ${surface}: ${contrast.toFixed(2)}`] : []
      }),
    ),
  )
}
