// The merchant's brand on the page: one color of theirs, made readable on light and on dark paper.

type Rgb = readonly [number, number, number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** `--paper` of flow-page.css. */
const DARK_PAPER: Rgb = [0x10, 0x15, 0x1d]
/** Above the 4.5 of WCAG AA, because the accent also stands on its own faint wash. */
const MIN_CONTRAST = 5.5

/** Sets what flow-page.css makes its accents from. */
export function wearBrand(brand: { color: string } | null): void {
  const { style } = document.documentElement
  for (const [name, color] of Object.entries(brand ? accentsOf(brand.color) : {})) {
    style.setProperty(`--brand-on-${name}`, color)
  }
}

/** The color itself where it can be read on that paper, else a darker or lighter one. */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: readable(rgbOf(color), WHITE, BLACK),
    dark: readable(rgbOf(color), DARK_PAPER, WHITE),
  }
}

/** Moves a color towards another until its contrast with the paper is enough. */
function readable(color: Rgb, paper: Rgb, towards: Rgb): string {
  const mix = (share: number) =>
    color.map((part, index) => Math.round(part + ((towards[index] ?? 0) - part) * share))
  for (let percent = 0; percent < 100; percent += 2) {
    const [red = 0, green = 0, blue = 0] = mix(percent / 100)
    const candidate: Rgb = [red, green, blue]
    if (contrast(candidate, paper) >= MIN_CONTRAST) return hexOf(candidate)
  }
  return hexOf(towards)
}

/** WCAG's contrast ratio. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
