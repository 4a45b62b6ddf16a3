import { describe, expect, test } from 'vitest'
import { isFiltered, parseInquiryQuery, toParameters } from './inquiry-query'

describe('the filter in the address', () => {
  test('survives the way there and back', () => {
    const parameters = { status: 'FAILED', attention: '1', from: '2026-01-31', search: 'app-1' }
    expect(toParameters(parseInquiryQuery(parameters))).toEqual(parameters)
  })

  test('empty fields of a form are no filter', () => {
    const query = parseInquiryQuery({ status: '', from: '', search: '  ' })
    expect(isFiltered(query)).toBe(false)
  })

  test('a day that is none, and a name given twice, are left out', () => {
    expect(toParameters(parseInquiryQuery({ from: 'yesterday', status: ['A', 'B'] }))).toEqual({})
  })

  test('the place in the pages is no part of the filter', () => {
    expect(toParameters({ after: 'cursor', status: 'PENDING' })).toEqual({ status: 'PENDING' })
  })
})
