import { describe, expect, test } from 'vitest'
import {
  notTaken,
  PRODUCTS,
  parseApplicationForm,
  productName,
  tooManyApplications,
} from './application-form'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return parseApplicationForm(data)
}
const filled = { product: 'everyday', note: 'Hello', terms: 'on' }
const errorsOf = (fields: Record<string, string>) => {
  const parsed = form(fields)
  return parsed.ok ? {} : parsed.state.errors
}

test('a form that is filled in is taken as it was entered', () => {
  expect(form(filled)).toEqual({ ok: true, values: filled })
  for (const { id } of PRODUCTS) expect(form({ ...filled, product: id }).ok).toBe(true)
})

test('each field that is wrong says what to do, and what was entered is kept', () => {
  expect(form({ note: 'Zoë', product: 'gold' })).toEqual({
    ok: false,
    state: {
      errors: {
        product: 'Choose the account that you want to open.',
        note: 'Use unaccented letters, digits, spaces, new lines and . , ! ? \' " ( ) : ; - only.',
        terms: 'Agree to the identity check to go on.',
      },
      values: { product: 'gold', note: 'Zoë', terms: false },
    },
  })
  expect(errorsOf({ ...filled, note: '<' })).toHaveProperty('note')
  expect(errorsOf({ ...filled, note: 'a<' }).note).toBeDefined()
  expect(errorsOf({ ...filled, note: '<a' }).note).toBeDefined()
  expect(errorsOf({ ...filled, terms: 'off' })).toMatchObject({
    note: undefined,
    product: undefined,
  })
})

describe('a note (O5)', () => {
  const noteOf = (note: string) => {
    const parsed = form({ ...filled, note })
    return parsed.ok ? parsed.values.note : parsed.state.errors.note
  }

  test('may be left out', () => {
    expect(form({ product: 'everyday', terms: 'on' })).toMatchObject({ values: { note: '' } })
  })

  test('has at most 500 characters', () => {
    expect(noteOf('x'.repeat(500))).toHaveLength(500)
    expect(noteOf('x'.repeat(501))).toBe('Keep this to 500 characters.')
  })

  test('is told in line feeds, without space around it', () => {
    expect(noteOf(' one\r\ntwo\rthree\nfour ')).toBe('one\ntwo\nthree\nfour')
  })
})

test('what is no form is a form that is empty', () => {
  for (const nothing of [null, 'text', 7, undefined])
    expect(parseApplicationForm(nothing)).toMatchObject({
      ok: false,
      state: { values: { product: '', note: '', terms: false } },
    })
  const file = new FormData()
  file.set('note', new File(['x'], 'x.txt'))
  expect(parseApplicationForm(file)).toMatchObject({ state: { values: { note: '' } } })
})

test('a product has a name, one that is gone keeps its id', () => {
  expect(productName('savings')).toBe('Savings account')
  expect(productName('gold')).toBe('gold')
})

test.each([
  ['sends too many', tooManyApplications, /wait an hour/],
  ['cannot be served now', notTaken, /try again in a minute/],
])('whoever %s is told so, and keeps what was entered', (_who, answer, sentence) => {
  const { errors, values } = answer({ product: 'everyday', note: 'Hello', terms: 'on' })
  expect(errors.form).toMatch(sentence)
  expect(values).toEqual({ product: 'everyday', note: 'Hello', terms: true })
})
