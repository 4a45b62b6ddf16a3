import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InquiryAccess } from './inquiry-access'
import { InquiryLink } from './inquiry-link'

const ID = '0190a000-0000-7000-8000-000000000001'
const shown = (mayOpen: boolean, id: string | null) =>
  renderToStaticMarkup(
    createElement(InquiryAccess, { mayOpen }, createElement(InquiryLink, { id })),
  )

test('an entry links to its inquiry only for those who may open it, and names it to the others', () => {
  expect(shown(true, ID)).toContain(`href="/admin/inquiries/${ID}"`)
  expect(shown(false, ID)).not.toContain('href')
  expect(shown(false, ID)).toContain(ID)
  expect(shown(false, null)).toContain('None')
})

test('without a staff page around it, there is no link', () => {
  expect(renderToStaticMarkup(createElement(InquiryLink, { id: ID }))).not.toContain('href')
})
