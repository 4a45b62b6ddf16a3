// The merchant's brand on the page.
import { accentsOf } from '../../web/brand-accents.ts'

/** Sets the variables that flow-page.css derives its accents from. */
export function wearBrand(brand: { color: string } | null): void {
  const { style } = document.documentElement
  for (const [name, color] of Object.entries(brand ? accentsOf(brand.color) : {})) {
    style.setProperty(`--brand-on-${name}`, color)
  }
}
