import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import type { InquiryQuery } from './inquiry-query'
import { InquiryTabs } from './inquiry-tabs'

const COUNTS = { all: 3, attention: 0, byStatus: { NEEDS_REVIEW: 3, ESCALATED: 2 } }

function tabsOf(query: InquiryQuery, counts: typeof COUNTS | null): (string | undefined)[][] {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <InquiryTabs query={query} counts={counts} />
    </NextIntlClientProvider>,
  )
  const tabs = page.matchAll(/<a [^>]*>([^<]+)(?:<span[^>]*>([^<]*)<\/span>)?<\/a>/g)
  return [...tabs].map(([, label, count]) => [label, count])
}

test('every tab has its count, also of nothing and of a status never seen before', () => {
  const tabs = Object.fromEntries(tabsOf({ status: 'ESCALATED' }, COUNTS))
  expect(tabs).toMatchObject({ All: '3', 'Needs review': '3', 'Needs attention': '0' })
  expect(tabs['Unknown status (Escalated)']).toBe('2')
})

test('there is room for a count while it is counted, and none in a search', () => {
  expect(tabsOf({}, null).every(([, count]) => count === '')).toBe(true)
  expect(tabsOf({ search: 'NW' }, null).every(([, count]) => count === undefined)).toBe(true)
})
