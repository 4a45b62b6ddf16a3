import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

describe('the language of the flow', () => {
  it.each([
    ['ar', 'ar'],
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
    ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
    ['de-AT,en;q=0.4', 'de'],
    ['pt-BR,ar;q=0.4', 'ar'],
    ['en;q=0.2, ar;q=0.7', 'ar'],
    ['ar;q=0, en;q=0.1', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;q=,,=', 'en'],
  ])('for %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language)
  })
})
