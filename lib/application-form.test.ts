import { describe, expect, onTestFinished, test } from 'vitest'
import { MESSAGES } from '../messages/all'
import { LOCALES, PRODUCTS, productName } from '../site'
import {
  describeForm,
  emptyForm,
  FIELDS,
  parseApplicationForm,
  personalColumns,
  simplestForm,
  toStoredForm,
} from './application-form'

const LOCALE = LOCALES.at(-1) ?? LOCALES[0]

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return parseApplicationForm(data)
}
const filled = { ...simplestForm(), note: 'Hello' }
const errorsOf = (fields: Record<string, string>) => form(fields).state.errors

test('a filled form is accepted, and consent is not stored', () => {
  const parsed = form(filled)
  expect(parsed).toMatchObject({ form: filled, state: { errors: {} } })
  const { terms: _, ...stored } = filled
  expect(parsed.form && toStoredForm(parsed.form)).toEqual(stored)
  for (const { id } of PRODUCTS) expect(form({ ...filled, product: id }).form).not.toBeNull()
})

test('each wrong field has an error, and the entered values are kept', () => {
  const entered = { ...filled, note: 'ä'.repeat(501), product: 'gold', terms: '' }
  expect(form(entered)).toEqual({
    form: null,
    state: {
      errors: {
        product: 'missing',
        note: 'tooLong',
        terms: 'missing',
      },
      values: entered,
    },
  })
  expect(errorsOf({ ...filled, terms: 'off' })).toMatchObject({
    note: undefined,
    product: undefined,
  })
})

describe('a note', () => {
  const noteOf = (note: string) => {
    const parsed = form({ ...filled, note })
    return parsed.form ? parsed.form.note : parsed.state.errors.note
  }

  test('may be left out', () => {
    const { note: _, ...others } = filled
    expect(form(others)).toMatchObject({ form: { note: null } })
  })

  test.each(['x', 'ä', 'й', '漢', '😀'])(
    'has at most 500 characters, as the database counts them: %s',
    (character) => {
      expect(noteOf(character.repeat(500))).toBe(character.repeat(500))
      expect(noteOf(character.repeat(501))).toBe('tooLong')
    },
  )

  test('gets plain line feeds, and loses the space around it', () => {
    expect(noteOf(' one\r\ntwo\rthree\nfour ')).toBe('one\ntwo\nthree\nfour')
  })

  test.each([
    'Bitte läuten – „zweimal“, nicht öfter!',
    'It’s me & <née Müller>',
    'Звоните после шести',
    'اتصل بي بعد السادسة',
    '夜に電話してください 👩🏽‍🦰',
    'a\tb',
  ])('is stored as written, in any letters: %s', (typed) => {
    expect(noteOf(typed)).toBe(typed)
  })
})

test('every field loses NUL and lone surrogates, which PostgreSQL can’t store', () => {
  const parsed = form({ ...filled, product: `${filled.product}\0`, note: '\0a\0b\ud83d\0' })
  expect(parsed.form).toMatchObject({ product: filled.product, note: 'ab\ufffd' })
})

test.each(Object.entries(MESSAGES))('every error of a field has a text in %s', (_, { Form }) => {
  const problems = [
    {},
    ...Object.keys(filled).flatMap((name) =>
      ['', 'x'.repeat(5000)].map((wrong) => ({ ...filled, [name]: wrong })),
    ),
  ]
  const errors = problems.flatMap((problem) => Object.entries(errorsOf(problem)))
  for (const [name, error] of errors)
    if (error) expect(Object(Form)[name]?.[error], `${name}: ${error}`).toEqual(expect.any(String))
  expect(errors.filter(([, error]) => error).length).toBeGreaterThan(3)
})

test('anything but a form counts as an empty form', () => {
  for (const nothing of [null, 'text', 7, undefined])
    expect(parseApplicationForm(nothing)).toMatchObject({
      form: null,
      state: { values: emptyForm().values },
    })
  const file = new FormData()
  file.set('note', new File(['x'], 'x.txt'))
  expect(parseApplicationForm(file)).toMatchObject({ state: { values: { note: '' } } })
})

test('a product that is no longer offered shows its id', () => {
  for (const { id, name } of PRODUCTS) expect(productName(id, LOCALE)).toBe(name[LOCALE])
  expect(productName('gold')).toBe('gold')
})

test('staff see every stored field that was filled in', () => {
  const [product] = PRODUCTS
  const stored = toStoredForm({ ...simplestForm(), product: product.id })
  expect(describeForm(stored, 'others')[0]).toEqual({
    name: 'product',
    value: product.name.en,
  })
  expect(describeForm(stored, 'others').map(({ name }) => name)).not.toContain('note')
  expect(describeForm({ ...stored, product: 'gold', note: 'Hello' }, 'others').slice(0, 2)).toEqual(
    [
      { name: 'product', value: 'gold' },
      { name: 'note', value: 'Hello' },
    ],
  )
})

test('a personal field isn’t among the others', () => {
  const stored = { ...toStoredForm(simplestForm()), note: '1990-01-31' }
  FIELDS.note.isPersonal = true
  onTestFinished(() => void delete FIELDS.note.isPersonal)
  const namesOf = (which: 'personal' | 'others') =>
    describeForm(stored, which).map(({ name }) => name)
  expect(namesOf('others')).toContain('product')
  expect(namesOf('others')).not.toContain('note')
  expect(namesOf('personal')).toContain('note')
  expect(personalColumns()).toContain('note')
})
