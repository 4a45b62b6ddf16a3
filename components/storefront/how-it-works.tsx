import { useLocale } from 'next-intl'
import { STOREFRONT } from '@/site'
import { Section } from './section'

export function HowItWorks() {
  const { title, items } = STOREFRONT[useLocale()].steps
  return (
    <div className="border-y border-line bg-surface">
      <Section id="how" title={title}>
        <ol className="grid gap-8 md:grid-cols-3 md:gap-x-5 md:gap-y-0 lg:gap-x-8">
          {items.map((step, index) => (
            <li
              key={step.title}
              className="border-t-2 border-brand pt-5 md:row-span-4 md:grid md:grid-rows-subgrid"
            >
              <p className="text-sm font-medium text-brand" aria-hidden="true">
                {index + 1}
              </p>
              <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
              <p className="mt-2 text-[0.9375rem]/6 text-ink-soft">{step.text}</p>
              <p className="mt-3 text-sm text-ink-faint">{step.time}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
