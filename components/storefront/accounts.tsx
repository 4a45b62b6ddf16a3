import { ArrowRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { PRODUCTS, STOREFRONT } from '@/site'
import { Section } from './section'

export function Accounts() {
  const locale = useLocale()
  const t = useTranslations('Storefront')
  return (
    <Section id="accounts" title={STOREFRONT[locale].accounts.title}>
      <ul className="grid gap-4 md:grid-cols-3 md:gap-x-5 md:gap-y-0 lg:gap-x-8">
        {/* The cards share their rows, so that the dividers stay in line if one text wraps. */}
        {PRODUCTS.map((product) => (
          <li key={product.id} className="md:row-span-5 md:grid md:grid-rows-subgrid">
            <a
              href={`/apply?product=${product.id}`}
              className="group flex h-full flex-col rounded-2xl md:row-span-5 md:grid md:grid-rows-subgrid border border-line bg-surface p-6 transition-colors hover:border-brand"
            >
              <h3 className="font-semibold">{product.name[locale]}</h3>
              <p className="mt-4 text-[2.25rem]/none font-semibold tracking-tight whitespace-nowrap text-brand tabular-nums">
                {product.figure[locale]}
              </p>
              <p className="mt-1.5 text-[0.9375rem]/6 font-medium">{product.fact[locale]}</p>
              <p className="mt-4 grow border-t border-line pt-4 text-[0.9375rem]/6 text-ink-soft">
                {product.description[locale]}
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
