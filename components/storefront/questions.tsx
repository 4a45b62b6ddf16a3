import { Plus } from 'lucide-react'
import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { STOREFRONT } from '@/site'
import { Section } from './section'

export function Questions() {
  const { title, items } = STOREFRONT[useLocale()].questions
  const half = Math.ceil(items.length / 2)
  // Two separate columns, so that opening an answer in one doesn't move the other.
  const columns = [items.slice(0, half), items.slice(half)]
  return (
    <div className="border-t border-line bg-surface">
      <Section id="questions" title={title}>
        <div className="grid items-start max-lg:max-w-3xl lg:grid-cols-2 lg:gap-x-12">
          {columns.map((column) => (
            <div
              key={column[0]?.question}
              className="divide-y divide-line border-b border-line first:border-t lg:border-t"
            >
              {column.map(({ question, answer }) => (
                <details key={question} className="group">
                  <summary className="flex list-none items-center justify-between gap-4 py-5 font-medium [&::-webkit-details-marker]:hidden">
                    <span className="text-balance">{question}</span>
                    <Plus
                      aria-hidden="true"
                      className="size-5 shrink-0 text-brand transition-transform group-open:rotate-45"
                    />
                  </summary>
                  <p className="max-w-xl pb-6 text-[0.9375rem]/6 text-pretty text-ink-soft">
                    {withLinks(answer)}
                  </p>
                </details>
              ))}
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

/** Turns each `[label](address)` of an answer into a link. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, label, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (!label) return part
    return (
      <a key={href} href={href} className="underline underline-offset-4 hover:text-ink">
        {label}
      </a>
    )
  })
}
