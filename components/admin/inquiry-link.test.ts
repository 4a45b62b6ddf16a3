import { NextIntlClientProvider } from 'next-intl'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '../../messages/en.json'
import { InquiryAccess } from './inquiry-access'
import { InquiryLink } from './inquiry-link'

const ID = '0190a000-0000-7000-8000-000000000001'
const REFERENCE = 'AB-7K3M9QX2TA'
const render = (id: string | null, reference: string | null) => {
  const { StaffLists } = messages
  const children = createElement(InquiryLink, { id, reference, back: '/admin/audit' })
  const intl = { locale: 'en', timeZone: 'UTC', messages: { StaffLists } } as const
  return createElement(NextIntlClientProvider, { ...intl, children })
}
const shown = (mayOpen: boolean, id: string | null, reference: string | null = REFERENCE) =>
  renderToStaticMarkup(createElement(InquiryAccess, { mayOpen }, render(id, reference)))

test('an entry links to its inquiry for staff who may open it, and only names it for others', () => {
  expect(shown(true, ID)).toContain(`href="/admin/inquiries/${ID}?back=%2Fadmin%2Faudit"`)
  expect(shown(false, ID)).not.toContain('href')
  expect(shown(false, ID)).toContain(REFERENCE)
  expect(shown(false, null)).toContain('None')
})

test('an erased inquiry has no link', () => {
  expect(shown(true, ID, null)).not.toContain('href')
  expect(shown(true, ID, null)).toContain('Erased')
})

test('outside a staff page, an entry has no link', () => {
  expect(renderToStaticMarkup(render(ID, REFERENCE))).not.toContain('href')
})
