import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PRODUCTS } from '@/site'
import { Accounts, columnsFor } from './storefront'

test('any number of products is laid out in full rows where that is possible', () => {
  expect([1, 2, 3, 4, 5, 6].map(columnsFor)).toEqual(
    [3, 2, 3, 2, 3, 3].map((columns) => `md:grid-cols-${columns}`),
  )
  const page = renderToStaticMarkup(
    <NextIntlClientProvider
      locale="en"
      messages={{ Storefront: { apply: 'Apply' } }}
      timeZone="UTC"
    >
      <Accounts products={[...PRODUCTS, ...PRODUCTS].slice(0, 4)} />
    </NextIntlClientProvider>,
  )
  expect(page.match(/<li/g)).toHaveLength(4)
  expect(page).toContain('md:grid-cols-2')
})
