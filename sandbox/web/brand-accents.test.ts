import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentsOf, contrast, rgbOf } from './brand-accents.ts'

it('a merchant’s color that is readable on white stays unchanged', () => {
  expect(accentsOf('#0b5c4d').light).toBe('#0b5c4d')
})

it('any color a merchant chooses is made readable on light and dark backgrounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { light, dark } = accentsOf(`#${number.toString(16).padStart(6, '0')}`)
      expect(contrast(rgbOf(light), rgbOf('#ffffff'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgbOf(dark), rgbOf('#10151d'))).toBeGreaterThanOrEqual(4.5)
      // The text on a button of that color.
      expect(contrast(rgbOf(dark), rgbOf('#0a1526'))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
