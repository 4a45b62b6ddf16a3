import { describe, expect, test } from 'vitest'
import { PRODUCTS, productName } from '../site'
import {
  describeForm,
  emptyForm,
  parseApplicationForm,
  refuseForm,
  toStoredForm,
} from './application-form'
import { filledForm } from './testing/filled-form'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return parseApplicationForm(data)
}
const filled = { ...filledForm(), note: 'Hello' }
const errorsOf = (fields: Record<string, string>) => {
  const parsed = form(fields)
  return parsed.ok ? {} : parsed.state.errors
}

test('a filled form is accepted, and consent is not stored', () => {
  const parsed = form(filled)
  expect(parsed).toMatchObject({ ok: true, form: filled })
  const { terms: _, ...stored } = filled
  expect(parsed.ok && toStoredForm(parsed.form)).toEqual(stored)
  for (const { id } of PRODUCTS) expect(form({ ...filled, product: id }).ok).toBe(true)
})

test('each wrong field says what to do, and what was entered is kept', () => {
  const entered = { ...filled, note: '<Zoë>', product: 'gold', terms: '' }
  expect(form(entered)).toEqual({
    ok: false,
    state: {
      errors: {
        product: 'Choose the account you want to open.',
        note: 'Use letters, digits and . , ! ? \' " ( ) : ; - only.',
        terms: 'Agree to the identity check to continue.',
      },
      values: entered,
    },
  })
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
    return parsed.ok ? parsed.form.note : parsed.state.errors.note
  }

  test('may be left out', () => {
    const { note: _, ...others } = filled
    expect(form(others)).toMatchObject({ ok: true, form: { note: null } })
  })

  test('has at most 500 characters', () => {
    expect(noteOf('x'.repeat(500))).toHaveLength(500)
    expect(noteOf('x'.repeat(501))).toBe('Keep this to 500 characters.')
  })

  test('has line feeds, and no space around it', () => {
    expect(noteOf(' one\r\ntwo\rthree\nfour ')).toBe('one\ntwo\nthree\nfour')
  })

  test('takes what phones type in place of plain characters', () => {
    expect(noteOf('It’s “Zoë” – née Müller…')).toBe(`It's "Zoe" - nee Muller...`)
  })
})

test('anything but a form counts as an empty form', () => {
  for (const nothing of [null, 'text', 7, undefined])
    expect(parseApplicationForm(nothing)).toMatchObject({
      ok: false,
      state: { values: emptyForm().values },
    })
  const file = new FormData()
  file.set('note', new File(['x'], 'x.txt'))
  expect(parseApplicationForm(file)).toMatchObject({ state: { values: { note: '' } } })
})

test('a product that is no longer offered keeps its id as its name', () => {
  expect(productName('savings')).toBe('Savings account')
  expect(productName('gold')).toBe('gold')
})

test('staff see every stored field that was filled in', () => {
  const stored = toStoredForm(filledForm({ product: 'savings' }))
  expect(describeForm(stored)[0]).toEqual({ label: 'Product', value: 'Savings account' })
  expect(describeForm(stored).map(({ label }) => label)).not.toContain('Note')
  expect(describeForm({ ...stored, product: 'gold', note: 'Hello' }).slice(0, 2)).toEqual([
    { label: 'Product', value: 'gold' },
    { label: 'Note', value: 'Hello' },
  ])
})

test('a refused form keeps what was entered', () => {
  const { state } = form(filled)
  expect(refuseForm(state, 'Try again.')).toEqual({
    errors: { form: 'Try again.' },
    values: filled,
  })
})
