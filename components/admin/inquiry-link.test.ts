import { NextIntlClientProvider } from 'next-intl'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import en from '@/messages/en.json'
import { InquiryAccess } from './inquiry-access'
import { InquiryLink } from './inquiry-link'

const ID = '0190a000-0000-7000-8000-000000000001'
const REFERENCE = 'order-4711'
const render = (element: ReactElement) =>
  renderToStaticMarkup(
    createElement(NextIntlClientProvider, {
      locale: 'en',
      messages: en,
      timeZone: 'UTC',
      // biome-ignore lint/correctness/noChildrenProp: its types require the property
      children: element,
    }),
  )
const link = (id: string | null) =>
  createElement(InquiryLink, { id, reference: REFERENCE, back: '/admin/audit' })
const shown = (mayOpen: boolean, id: string | null) =>
  render(createElement(InquiryAccess, { mayOpen }, link(id)))

test('an entry links to its inquiry only for those who may open it, and names it to the others', () => {
  expect(shown(true, ID)).toContain(`href="/admin/inquiries/${ID}?back=`)
  expect(shown(false, ID)).not.toContain('href')
  expect(shown(false, ID)).toContain(REFERENCE)
  expect(shown(false, null)).toContain(en.StaffLists.none)
})

test('without a staff page around it, there is no link', () => {
  expect(render(link(ID))).not.toContain('href')
})
