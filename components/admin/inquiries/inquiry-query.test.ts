import { describe, expect, test } from 'vitest'
import { idIn, isFiltered, parseInquiryQuery, toListPath, toParameters } from './inquiry-query'

describe('the filter in the URL', () => {
  test('survives a round trip', () => {
    const parameters = { status: 'FAILED', attention: '1', from: '2026-01-31', search: 'app-1' }
    expect(toParameters(parseInquiryQuery(parameters))).toEqual(parameters)
  })

  test('empty form fields are ignored', () => {
    const query = parseInquiryQuery({ status: '', from: '', search: '  ' })
    expect(isFiltered(query)).toBe(false)
  })

  test('an invalid day and a repeated parameter are ignored', () => {
    expect(toParameters(parseInquiryQuery({ from: 'yesterday', status: ['A', 'B'] }))).toEqual({})
  })

  test('becomes a path without a query if nothing is filtered', () => {
    expect(toListPath({})).toBe('/admin/inquiries')
    expect(toListPath({ search: 'a b', after: 'cursor' })).toBe('/admin/inquiries?search=a+b')
    const unknown = toListPath({ status: 'FAILED', unknownId: true })
    expect(unknown).toBe('/admin/inquiries?status=FAILED&unknown-id=1')
    const [, search = ''] = unknown.split('?')
    const query = parseInquiryQuery(Object.fromEntries(new URLSearchParams(search)))
    expect(query.unknownId).toBe(true)
    expect(toParameters(query)).toEqual({ status: 'FAILED' })
  })

  test('the cursor is not part of the filter', () => {
    expect(toParameters({ after: 'cursor', status: 'PENDING' })).toEqual({ status: 'PENDING' })
  })
})

test('an id is recognised in pasted text, so that it never reaches a URL', () => {
  const id = '019b76da-a87b-7000-8000-0000000000Af'
  for (const pasted of [id, `"${id}"`, `inquiryId: ${id}.`, `see ${id}, please`])
    expect(idIn(pasted)).toBe(id)
  for (const other of [undefined, '', `app-${id}`, `${id}0`, 'Harbour branch'])
    expect(idIn(other)).toBeUndefined()
})
