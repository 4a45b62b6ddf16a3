import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LOCALES, SITE } from '@/site'
import { Questions } from './storefront'

test.each(LOCALES)('the answers link what they name, and show no brackets (%s)', (locale) => {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={{}} timeZone="UTC">
      <Questions />
    </NextIntlClientProvider>,
  )
  expect(page.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[[\]]/)
  const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)
  expect(new Set(links)).toEqual(new Set(['/apply/verify', `mailto:${SITE.supportEmail}`]))
})
