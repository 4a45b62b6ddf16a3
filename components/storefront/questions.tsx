import { Plus } from 'lucide-react'
import { useLocale } from 'next-intl'
import { STOREFRONT } from '@/site'
import { Section } from './section'

export function Questions() {
  const { title, items } = STOREFRONT[useLocale()].questions
  return (
    <div className="border-t border-line bg-surface">
      <Section id="questions" title={title}>
        <div className="max-w-3xl divide-y divide-line border-y border-line">
          {items.map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex list-none items-center justify-between gap-4 py-5 font-medium [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 text-brand transition-transform group-open:rotate-45"
                />
              </summary>
              <p className="pb-6 text-[0.9375rem]/7 text-ink-soft">{answer}</p>
            </details>
          ))}
        </div>
      </Section>
    </div>
  )
}
