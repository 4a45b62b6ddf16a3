// The merchant's color, made readable on light and dark backgrounds.

type Rgb = readonly [number, number, number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** `--paper` in base.css. */
const DARK_PAPER: Rgb = [0x10, 0x15, 0x1d]
/** Above the 4.5 of WCAG AA, because the accent also appears on a faint tint of itself. */
const MIN_CONTRAST = 5.5

/** The color itself if it's readable on that background, otherwise a darker or lighter one. */
export function accentsOf(color: string): { light: string; dark: string } {
  return {
    light: readable(rgbOf(color), WHITE, -1),
    dark: readable(rgbOf(color), DARK_PAPER, 1),
  }
}

/** Changes a color's lightness until it contrasts enough with the paper, but keeps the hue, which is the merchant's. */
function readable(color: Rgb, paper: Rgb, direction: 1 | -1): string {
  const { hue, saturation, lightness } = hslOf(color)
  for (let step = 0; step <= 100; step++) {
    const moved = Math.min(1, Math.max(0, lightness + (direction * step) / 100))
    const candidate = step === 0 ? color : rgbOfHsl(hue, saturation, moved)
    if (contrast(candidate, paper) >= MIN_CONTRAST) return hexOf(candidate)
  }
  return hexOf(direction === 1 ? WHITE : BLACK)
}

function hslOf(color: Rgb): { hue: number; saturation: number; lightness: number } {
  const [red = 0, green = 0, blue = 0] = color.map((part) => part / 255)
  const max = Math.max(red, green, blue)
  const min = Math.min(red, green, blue)
  const lightness = (max + min) / 2
  const range = max - min
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    max === red
      ? (green - blue) / range
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: (sixth * 60 + 360) % 360, saturation, lightness }
}

function rgbOfHsl(hue: number, saturation: number, lightness: number): Rgb {
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [part(0), part(8), part(4)]
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
