import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApplicantInquiryView } from '@/lib/inquiries/status'
import messages from '@/messages/en.json'
import { PRODUCTS } from '@/site'
import { LiveStatus } from './status'

const none = async () => {}
const address = 'http://service.test'

function pageAt(stage: ApplicantInquiryView['stage'], accountOpened = false): string {
  const now = '2026-01-01T12:00:00Z'
  const initial: ApplicantInquiryView = {
    stage,
    product: PRODUCTS[0].id,
    inquiryId: stage === 'ready' ? 'i1' : null,
    expiresAt: null,
    accountOpened,
    account: null,
    accountOnHold: false,
    serviceUnreachable: false,
    openedAt: now,
    updatedAt: now,
  }
  const urls = { sdkUrl: address, flowUrl: address, returnUrl: address, cancelUrl: address }
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <LiveStatus
        initial={initial}
        productName={PRODUCTS[0].name.en}
        flow={{ ...urls, language: 'en' }}
        returned={null}
        flowReturnedAction={none}
      />
    </NextIntlClientProvider>,
  )
}

const withoutScript = (page: string) => page.match(/<noscript>.*?<\/noscript>/g)?.join() ?? ''

test.each(['opening', 'submitted', 'in_review', 'confirming', 'approved'] as const)(
  'without JavaScript, the page at %s asks the customer to reload',
  (stage) => {
    expect(withoutScript(pageAt(stage))).toContain('Reload it to see what’s new')
  },
)

test('without JavaScript, a start button and a final decision say nothing about reloading', () => {
  expect(withoutScript(pageAt('ready'))).toContain('The identity check needs JavaScript')
  for (const stage of ['ready', 'declined', 'failed', 'expired'] as const)
    expect(withoutScript(pageAt(stage))).not.toContain('Reload it to see what’s new')
  expect(withoutScript(pageAt('approved', true))).not.toContain('Reload it to see what’s new')
})
