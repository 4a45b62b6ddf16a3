import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { InquiryCounts } from '@/lib/back-office/views'
import messages from '@/messages/en.json'
import type { InquiryQuery } from './inquiry-query'
import { InquiryTabs } from './inquiry-tabs'

const COUNTS = { all: 3, attention: 0, byStatus: { NEEDS_REVIEW: 3, ESCALATED: 2 } }

function tabsOf(query: InquiryQuery, counts: InquiryCounts | null): (string | undefined)[][] {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <InquiryTabs query={query} counts={counts} />
    </NextIntlClientProvider>,
  )
  const tabs = page.matchAll(/<a [^>]*>([^<]+)(?:<span[^>]*>([^<]*)<\/span>)?<\/a>/g)
  return [...tabs].map(([, label, count]) => [label, count])
}

test('every tab has its count, even if it is 0 or the status is unknown', () => {
  const tabs = Object.fromEntries(tabsOf({ status: 'ESCALATED' }, COUNTS))
  expect(tabs).toMatchObject({ All: '3', 'Needs review': '3', Problems: '0' })
  expect(tabs['Unknown status (Escalated)']).toBe('2')
})

test('a tab has room for its count while it is being counted, and its count during a search', () => {
  expect(tabsOf({}, null).every(([, count]) => count === '')).toBe(true)
  const counts = { all: 1, attention: 0, byStatus: { PENDING: 1 } }
  const tabs = Object.fromEntries(tabsOf({ search: '7K' }, counts))
  expect(tabs).toMatchObject({ All: '1', 'Needs review': '0', Problems: '0' })
})
