// The merchant's color, made readable on light and dark backgrounds.

type Rgb = readonly [number, number, number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** `--paper` in flow-page.css. */
const DARK_PAPER: Rgb = [0x13, 0x16, 0x17]
/** Above the 4.5 of WCAG AA, because the accent also appears on a faint tint of itself. */
const MIN_CONTRAST = 5.5
/** On dark, a brand is a light, soft version of its color, as on a merchant's own dark pages. */
const DARK_CONTRAST = 9.8
const DARK_CHROMA = 0.11

/** The color itself if it's readable on that background, otherwise a darker or lighter one. */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: readable(rgbOf(color), { paper: WHITE, contrast: MIN_CONTRAST, direction: -1 }),
    dark: readable(rgbOf(color), { paper: DARK_PAPER, contrast: DARK_CONTRAST, direction: 1 }),
  }
}

/**
 * Changes a color's lightness until it contrasts enough with the paper. Keeps the hue, which is the merchant's: in OKLCH,
 * because in HSL a lighter green looks blue.
 */
function readable(color: Rgb, on: { paper: Rgb; contrast: number; direction: 1 | -1 }): string {
  if (contrast(color, on.paper) >= on.contrast) return hexOf(color)
  const { lightness, chroma, hue } = oklchOf(color)
  for (let step = 1; step <= 200; step++) {
    const moved = Math.min(1, Math.max(0, lightness + (on.direction * step) / 200))
    const most = on.direction === 1 ? Math.min(chroma * 1.5, DARK_CHROMA) : chroma
    const candidate = rgbOfOklch(moved, most, hue)
    if (contrast(candidate, on.paper) >= on.contrast) return hexOf(candidate)
  }
  return hexOf(on.direction === 1 ? WHITE : BLACK)
}

// https://bottosson.github.io/posts/oklab/
function oklchOf(color: Rgb): { lightness: number; chroma: number; hue: number } {
  const [red, green, blue] = [linear(color[0]), linear(color[1]), linear(color[2])]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** With less chroma if the screen can't show that much at this lightness. */
function rgbOfOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ] as const
  const fits = parts.every((part) => part >= -0.0005 && part <= 1.0005)
  if (!fits && chroma > 0.002) return rgbOfOklch(lightness, chroma * 0.95, hue)
  return [part255(parts[0]), part255(parts[1]), part255(parts[2])]
}

/** WCAG's contrast ratio. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function part255(linear: number): number {
  const share = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055))
}

export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
