import { expect, test } from 'vitest'
import { firstLanguage } from './words.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'DE', 'en'], 'de'],
  [['', 'en-GB', 'de'], 'en'],
  [['fr', 'constructor'], 'en'],
  [[], 'en'],
])('of the languages %j, the flow speaks %s', (tags, language) => {
  expect(firstLanguage(tags)).toBe(language)
})
