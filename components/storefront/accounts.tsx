import { ArrowRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { PRODUCTS, STOREFRONT } from '@/site'
import { Section } from './section'

export function Accounts() {
  const locale = useLocale()
  const t = useTranslations('Storefront')
  return (
    <Section id="accounts" title={STOREFRONT[locale].accounts.title}>
      <ul className="grid gap-4 md:grid-cols-3 md:gap-5 lg:gap-8">
        {PRODUCTS.map((product) => (
          <li key={product.id}>
            <a
              href={`/apply?product=${product.id}`}
              className="group flex h-full flex-col rounded-2xl border border-line bg-surface p-6 transition-colors hover:border-brand"
            >
              <h3 className="text-lg font-semibold">{product.name[locale]}</h3>
              <p className="mt-2 grow text-[0.9375rem]/6 text-ink-soft">
                {product.description[locale]}
              </p>
              <p className="mt-5 border-t border-line pt-4 text-[0.9375rem]/6 font-medium text-balance">
                {product.fact[locale]}
              </p>
              <span className="mt-5 inline-flex items-center gap-1.5 text-[0.9375rem] font-medium text-brand">
                {t('apply')}
                <ArrowRight
                  aria-hidden="true"
                  className="size-4 transition-transform group-hover:translate-x-1"
                />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
