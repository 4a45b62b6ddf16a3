import { describe, expect, test } from 'vitest'
import { isFiltered, parseInquiryQuery, toListPath, toParameters } from './inquiry-query'

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

  test('becomes the path of the list, with nothing after it where nothing is filtered', () => {
    expect(toListPath({})).toBe('/admin/inquiries')
    expect(toListPath({ search: 'a b', after: 'cursor' })).toBe('/admin/inquiries?search=a+b')
    const unknown = toListPath({ status: 'FAILED', unknownId: true })
    expect(unknown).toBe('/admin/inquiries?status=FAILED&unknown-id=1')
    const [, search = ''] = unknown.split('?')
    const query = parseInquiryQuery(Object.fromEntries(new URLSearchParams(search)))
    expect(query.unknownId).toBe(true)
    expect(toParameters(query)).toEqual({ status: 'FAILED' })
  })

  test('the place in the pages is no part of the filter', () => {
    expect(toParameters({ after: 'cursor', status: 'PENDING' })).toEqual({ status: 'PENDING' })
  })
})
