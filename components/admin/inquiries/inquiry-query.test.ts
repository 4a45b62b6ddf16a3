import { describe, expect, test } from 'vitest'
import { toInquiryFrom, wayBack } from '../way-back'
import {
  idIn,
  isFiltered,
  parseInquiryQuery,
  sortOf,
  sortOfColumn,
  toInquiryPath,
  toListPath,
  toParameters,
} from './inquiry-query'

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

  test('keeps an order that isn’t its status’s default', () => {
    const sorted = (parameters: Record<string, string>) =>
      toParameters(parseInquiryQuery(parameters))
    expect(sorted({ sort: 'oldest' })).toEqual({ sort: 'oldest' })
    expect(sorted({ sort: 'newest' })).toEqual({})
    expect(sortOf({ status: 'NEEDS_REVIEW' })).toBe('waiting')
    expect(sorted({ status: 'NEEDS_REVIEW', sort: 'waiting' })).toEqual({ status: 'NEEDS_REVIEW' })
    const newestReviews = { status: 'NEEDS_REVIEW', sort: 'newest' }
    expect(sorted(newestReviews)).toEqual(newestReviews)
    expect(sorted({ status: 'APPROVED', sort: 'waiting' })).toEqual({ status: 'APPROVED' })
    expect(sorted({ sort: 'random' })).toEqual({})
  })

  test('gives each sortable column its current and its next order', () => {
    expect(sortOfColumn('opened', {})).toEqual({ current: 'descending', next: 'oldest' })
    expect(sortOfColumn('opened', { sort: 'oldest' })).toEqual({
      current: 'ascending',
      next: 'newest',
    })
    const waiting = { status: 'NEEDS_REVIEW' }
    expect(sortOfColumn('opened', waiting)).toEqual({ current: null, next: 'newest' })
    expect(sortOfColumn('waiting', waiting)).toEqual({ current: 'descending', next: 'waiting' })
    for (const [column, status] of [
      ['waiting', 'APPROVED'],
      ['account', undefined],
    ] as const)
      expect(sortOfColumn(column, { status })).toEqual({ current: null, next: null })
  })

  test('survives the trip to an inquiry and back, cursor included', () => {
    const query = parseInquiryQuery({ status: 'DECLINED', search: 'app-', after: 'c~1' })
    const path = toInquiryPath('id-1', query)
    expect(path).toBe('/admin/inquiries/id-1?status=DECLINED&search=app-&after=c%7E1')
    const params = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    expect(wayBack(params)).toEqual({
      place: 'inquiries',
      href: '/admin/inquiries?status=DECLINED&search=app-&after=c%7E1',
    })
    expect(wayBack({})).toEqual({ place: 'inquiries', href: '/admin/inquiries' })
  })

  test('the cursor is not part of the filter', () => {
    expect(toParameters({ after: 'cursor', status: 'PENDING' })).toEqual({ status: 'PENDING' })
  })
})

test('an id is recognised in pasted text, so that it never reaches a URL', () => {
  const id = '019b76da-a87b-7000-8000-0000000000Af'
  for (const pasted of [
    id,
    `"${id}"`,
    `inquiryId: ${id}.`,
    `see ${id}, please`,
    `${id}0`,
    `inquiry-${id}`,
    `inquiry_${id}`,
    id.replaceAll('-', ''),
    id.replaceAll('-', '\u2011'),
  ])
    expect(idIn(pasted)).toBe(id)
  for (const other of [undefined, '', `app-${id}`, 'Harbour branch'])
    expect(idIn(other)).toBeUndefined()
})

test('the link back leads to our own lists and to no other address', () => {
  const parametersOf = (path: string) =>
    Object.fromEntries(new URLSearchParams(path.slice(path.indexOf('?'))))
  for (const [back, place] of [
    ['/admin/events?match=no_inquiry&after=1', 'events'],
    ['/admin/events/rejected', 'rejected'],
    ['/admin/audit?actor=system', 'audit'],
  ] as const)
    expect(wayBack(parametersOf(toInquiryFrom('1', back)))).toEqual({ place, href: back })
  for (const back of ['https://elsewhere.example', '//elsewhere.example', '/admin/auditor', 'x'])
    expect(wayBack({ back })).toEqual({ place: 'inquiries', href: '/admin/inquiries' })
})
