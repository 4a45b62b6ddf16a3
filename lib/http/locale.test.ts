import { expect, test, vi } from 'vitest'

vi.mock('next-intl/server', () => ({ getRequestConfig: () => null }))
const { preferredLocale } = await import('./locale')

test.each([
  [null, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr, de-CH;q=0.7, en;q=0.3', 'de'],
  ['fr', 'en'],
  ['*', 'en'],
  [`de;q=nonsense,${'x'.repeat(5000)}`, 'en'],
])('a browser that asks for %s gets %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})
