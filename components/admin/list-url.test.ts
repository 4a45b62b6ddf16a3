import { expect, test } from 'vitest'
import { toInquiryFrom, wayBack } from './list-url'

test('an inquiry leads back to the list that it was opened from, with its filter and page', () => {
  const href = '/admin/events?outcome=no_inquiry&after=2026'
  const { searchParams } = new URL(toInquiryFrom('1', href), 'http://localhost')
  expect(wayBack(Object.fromEntries(searchParams))).toEqual({ place: 'Events', href })
})

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/admin/events/../..',
  ['/admin'],
  undefined,
])('it never leads anywhere else: %s', (back) => {
  expect(wayBack({ back })).toEqual({ place: 'Inquiries', href: '/admin/inquiries' })
})
