import { EyeOff, Fingerprint, Landmark } from 'lucide-react'
import { useLocale } from 'next-intl'
import { STOREFRONT } from '@/site'
import { Section } from './section'

const ICONS = [Fingerprint, Landmark, EyeOff]

export function WhyWeCheck() {
  const { title, lead, items } = STOREFRONT[useLocale()].reasons
  return (
    <Section id="why" title={title} lead={lead}>
      <ul className="grid gap-8 md:grid-cols-3 md:gap-5 lg:gap-8">
        {items.map((reason, index) => {
          const Icon = ICONS[index] ?? Fingerprint
          return (
            <li key={reason.title}>
              <span className="inline-flex size-11 items-center justify-center rounded-xl bg-brand-soft text-brand">
                <Icon aria-hidden="true" className="size-5.5" />
              </span>
              <h3 className="mt-4 text-lg font-semibold">{reason.title}</h3>
              <p className="mt-2 text-[0.9375rem]/6 text-ink-soft">{reason.text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
