import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentsOf, contrast, rgbOf } from './brand-accents.ts'

it('a merchant’s color that is readable on white stays unchanged', () => {
  expect(accentsOf('#0b5c4d').light).toBe('#0b5c4d')
})

it('on dark, a dark green is the mint of the merchant’s own dark pages and logo', () => {
  const own = rgbOf('#66d3b3')
  const made = rgbOf(accentsOf('#0b5c4d').dark)
  for (const [index, part] of own.entries())
    expect(Math.abs(part - (made[index] ?? 0))).toBeLessThanOrEqual(6)
})

it('any color a merchant chooses is made readable on light and dark backgrounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { light, dark } = accentsOf(`#${number.toString(16).padStart(6, '0')}`)
      expect(contrast(rgbOf(light), rgbOf('#ffffff'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark), rgbOf('#131617'))).toBeGreaterThanOrEqual(4.5)
      // The text on a button of that color.
      expect(contrast(rgbOf(dark), rgbOf('#0a1526'))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
