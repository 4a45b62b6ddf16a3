import { describe, expect, test } from 'vitest'
import { idIn, isFiltered, parseInquiryQuery, toListPath, toParameters } from './inquiry-query'

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

test('an id is found in what was pasted, so that it gets into no address', () => {
  const id = '019b76da-a87b-7000-8000-0000000000Af'
  for (const pasted of [id, `"${id}"`, `inquiryId: ${id}.`, `see ${id}, please`])
    expect(idIn(pasted)).toBe(id)
  for (const other of [undefined, '', `app-${id}`, `${id}0`, 'Harbour branch'])
    expect(idIn(other)).toBeUndefined()
})
