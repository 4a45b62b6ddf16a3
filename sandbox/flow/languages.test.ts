import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

describe('the language of the flow', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['pt-BR,de;q=0.4', 'de'],
    ['en;q=0.2, de;q=0.7', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;q=,,=', 'en'],
  ])('for %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language)
  })
})
