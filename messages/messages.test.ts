import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { LOCALES, type Locale, SITE_TEXT, STOREFRONT } from '../site'
import { MESSAGES } from './all'
import failure from './failure.json'

const textsOf = (locale: Locale) => ({ ...MESSAGES[locale], failure: failure[locale] })
const [ENGLISH, ...OTHERS] = LOCALES

test.each(LOCALES)('%s has every text, with the same arguments as in English', (locale) => {
  const described = (texts: object) =>
    Object.fromEntries(
      [...leaves(texts)].map(([key, text]) => [key, [...argumentsOf(parse(text))].sort()]),
    )
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
    const hasWords = parse(text).some(
      (element) => element.type === TYPE.literal && /\p{L}{4}/u.test(element.value),
    )
    for (const other of others)
      if (hasWords && !SAME.includes(text)) expect(other.get(key), key).not.toBe(text)
  }
})

test.each(LOCALES)(
  '%s has no arguments in a text that the code shows without formatting it',
  (locale) => {
    const { Form, Verify } = MESSAGES[locale]
    // The build compiles a text with arguments to an array, which only next-intl can format.
    for (const [key, text] of leaves({
      Form,
      stages: Verify.stages,
      failure: failure[locale],
    }))
      expect([...argumentsOf(parse(text))], key).toEqual([])
  },
)

function* leaves(texts: object, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${path}${key}`, value]
    else yield* leaves(value, `${path}${key}.`)
  }
}

/** The names and types of the arguments, and the names of the tags. */
function* argumentsOf(elements: MessageFormatElement[]): Generator<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    yield `${element.value}:${TYPE[element.type]}`
    if (element.type === TYPE.tag) yield* argumentsOf(element.children)
    if ('options' in element)
      for (const { value } of Object.values(element.options)) yield* argumentsOf(value)
  }
}
