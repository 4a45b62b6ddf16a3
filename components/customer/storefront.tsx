/** The storefront's sections, from top to bottom. Their texts are in `site.ts`. */

import {
  ArrowDown,
  ArrowRight,
  EyeOff,
  Fingerprint,
  Landmark,
  Plus,
  ShieldCheck,
  Timer,
  Wallet,
} from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { PRODUCTS, SITE_TEXT, STOREFRONT } from '@/site'
import { CardDrawing, Wind } from './drawings'

const FACT_ICONS = [Timer, Wallet, ShieldCheck]

export function Hero() {
  const locale = useLocale()
  const { title, lead, facts } = STOREFRONT[locale].hero
  const t = useTranslations()
  return (
    <section className="relative isolate overflow-hidden bg-night text-white">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-5 py-16 sm:px-8 sm:py-24 md:grid-cols-[1.5fr_1fr] md:gap-10 lg:grid-cols-[1.15fr_1fr] lg:gap-16 lg:py-28">
        <div>
          <p className="text-sm font-medium text-glow">{SITE_TEXT[locale].tagline}</p>
          <h1 className="mt-4 text-[2.5rem]/[1.08] font-semibold sm:text-6xl/[1.04] md:text-[2.75rem]/[1.08] lg:text-6xl/[1.04]">
            {title}
          </h1>
          <p className="mt-6 max-w-xl text-lg/7 text-white/80">{lead}</p>
          <div className="mt-9 flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-start">
            <a
              href="/apply"
              className="inline-flex h-13 items-center gap-2.5 rounded-xl bg-white px-7 font-medium text-drawing-ink transition-colors hover:bg-drawing-shade focus-visible:outline-white"
            >
              {t('Shell.open')}
              <ArrowRight aria-hidden="true" className="size-5" />
            </a>
            <a
              href="/#why"
              className={cn(
                buttonClass({ tone: 'quiet', size: 'large' }),
                'text-white! underline decoration-white/40 underline-offset-6 hover:bg-white/10! focus-visible:outline-white max-sm:-ml-7 md:max-lg:px-2',
              )}
            >
              {t('Storefront.why')}
              <ArrowDown aria-hidden="true" className="size-4.5" />
            </a>
          </div>
          <ul className="mt-10 flex flex-wrap gap-x-5 gap-y-3 text-sm text-white/80 max-sm:flex-col md:max-lg:flex-col">
            {facts.map((text, index) => {
              const Icon = FACT_ICONS[index] ?? ShieldCheck
              return (
                <li key={text} className="flex items-center gap-2">
                  <Icon aria-hidden="true" className="size-4.5 text-glow" />
                  {text}
                </li>
              )
            })}
          </ul>
        </div>
        <div className="relative md:static">
          {/* Behind the card, never behind text. */}
          <Wind
            width={1440}
            height={620}
            lines={22}
            className="-top-10 left-1/2 h-[calc(100%+6.5rem)] w-screen -translate-x-1/2 [mask-image:linear-gradient(to_bottom,transparent,black_4rem)] sm:h-[calc(100%+8.5rem)] md:inset-0 md:size-full md:translate-x-0 md:[mask-image:linear-gradient(to_right,transparent_56%,black_76%)]"
          />
          <div className="w-full max-w-sm md:rotate-[-5deg] lg:mx-auto lg:max-w-md">
            <CardDrawing foot={t('Storefront.specimen')} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** The products, in as many columns as fit. */
export function Accounts() {
  const locale = useLocale()
  const t = useTranslations('Storefront')
  return (
    <Section id="accounts" title={STOREFRONT[locale].accounts.title}>
      <ul className="grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] md:-mb-5 md:gap-x-5 md:gap-y-0 lg:gap-x-8">
        {/* The cards share grid rows, so that their dividers align even if one text wraps. */}
        {PRODUCTS.map((product) => (
          <li key={product.id} className="md:row-span-5 md:mb-5 md:grid md:grid-rows-subgrid">
            <a
              href={`/apply?product=${product.id}`}
              className="group flex h-full flex-col rounded-2xl md:row-span-5 md:grid md:grid-rows-subgrid border bg-card p-6 transition-colors hover:border-primary"
            >
              <h3 className="font-semibold">{product.name[locale]}</h3>
              <p className="mt-4 text-[2.25rem]/none font-semibold tracking-tight whitespace-nowrap text-primary tabular-nums">
                {product.figure[locale]}
              </p>
              <p className="mt-1.5 text-[0.9375rem]/6 font-medium">{product.fact[locale]}</p>
              <p className="mt-4 grow border-t pt-4 text-[0.9375rem]/6 text-muted-foreground">
                {product.description[locale]}
              </p>
              <span className="mt-5 inline-flex items-center gap-1.5 text-[0.9375rem] font-medium text-primary">
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

export function HowItWorks() {
  const { title, items } = STOREFRONT[useLocale()].steps
  return (
    <div className="border-y bg-card">
      <Section id="how" title={title}>
        <ol className="grid gap-8 md:grid-cols-3 md:gap-x-5 md:gap-y-0 lg:gap-x-8">
          {items.map((step, index) => (
            <li
              key={step.title}
              className="border-t-2 border-primary pt-5 md:row-span-4 md:grid md:grid-rows-subgrid"
            >
              <p className="text-sm font-medium text-primary" aria-hidden="true">
                {index + 1}
              </p>
              <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
              <p className="mt-2 text-[0.9375rem]/6 text-muted-foreground">{step.text}</p>
              <p className="mt-3 text-sm text-subtle-foreground">{step.time}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

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
              <span className="inline-flex size-11 items-center justify-center rounded-xl bg-accent text-primary">
                <Icon aria-hidden="true" className="size-5.5" />
              </span>
              <h3 className="mt-4 text-lg font-semibold">{reason.title}</h3>
              <p className="mt-2 text-[0.9375rem]/6 text-muted-foreground">{reason.text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

export function Questions() {
  const { title, items } = STOREFRONT[useLocale()].questions
  return (
    <div className="border-t bg-card">
      <Section id="questions" title={title}>
        <div className="divide-y border-y">
          {items.map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex list-none items-center justify-between gap-4 py-5 font-medium [&::-webkit-details-marker]:hidden">
                <span className="text-balance">{question}</span>
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 text-primary transition-transform group-open:rotate-45"
                />
              </summary>
              <p className="max-w-xl pb-6 text-[0.9375rem]/6 text-pretty text-muted-foreground">
                {withLinks(answer)}
              </p>
            </details>
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
      <a key={href} href={href} className="underline underline-offset-4 hover:text-foreground">
        {label}
      </a>
    )
  })
}

function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto w-full max-w-6xl px-5 py-16 sm:px-8 sm:py-20"
    >
      <h2 id={`${id}-title`} className="text-3xl font-semibold sm:text-[2.125rem]">
        {title}
      </h2>
      {lead && <p className="mt-3 max-w-2xl text-lg/7 text-muted-foreground">{lead}</p>}
      <div className="mt-9">{children}</div>
    </section>
  )
}
