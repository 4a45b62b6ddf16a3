import { expect, test } from 'vitest'
import { LOCALES, type Locale, SITE_TEXT, STOREFRONT } from '../site'
import { MESSAGES } from './all'
import failure from './failure.json'

const textsOf = (locale: Locale) => ({ ...MESSAGES[locale], failure: failure[locale] })
const [ENGLISH, ...OTHERS] = LOCALES

/** The names of the arguments and of the tags: `{name}`, `{count, plural, …}`, `<mail>`. */
const argumentsOf = (text: string) =>
  [...new Set(text.match(/\{\w+(?=[,}])|<\w+(?=>)/g))].sort().join()

test.each(LOCALES)('%s has every text, with the same arguments as English', (locale) => {
  const described = (texts: object) =>
    Object.fromEntries([...leaves(texts)].map(([key, text]) => [key, argumentsOf(text)]))
  expect(described(textsOf(locale))).toEqual(described(textsOf(ENGLISH)))
})

test.each(LOCALES)('%s has every text of the brand', (locale) => {
  const keys = (texts: object) => [...leaves(texts)].map(([key]) => key)
  expect(keys(SITE_TEXT[locale])).toEqual(keys(SITE_TEXT.en))
  expect(keys(STOREFRONT[locale])).toEqual(keys(STOREFRONT.en))
})

/** Words that English and another language spell the same way. */
const SAME = ['(optional)']

test('no text is empty, or the same in two languages', () => {
  const others = OTHERS.map((locale) => new Map(leaves(textsOf(locale))))
  for (const [key, text] of leaves(textsOf(ENGLISH))) {
    expect(text.trim(), key).not.toBe('')
    for (const other of others) if (!SAME.includes(text)) expect(other.get(key), key).not.toBe(text)
  }
})

test.each(LOCALES)(
  '%s has no arguments in a text that the code shows without formatting it',
  (locale) => {
    const { Form, Verify } = MESSAGES[locale]
    // The build compiles a text with arguments into an array that only next-intl can format.
    for (const [key, text] of leaves({
      Form,
      stages: Verify.stages,
      failure: failure[locale],
    }))
      expect(text, key).not.toMatch(/[{<]/)
  },
)

function* leaves(texts: object, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${path}${key}`, value]
    else yield* leaves(value, `${path}${key}.`)
  }
}
