import { ArrowDown, ArrowRight, ShieldCheck, Timer, Wallet } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { SITE_TEXT, STOREFRONT } from '@/site'
import { CardDrawing } from './card-drawing'
import { windLines } from './wind-lines'

const WIND = windLines({ width: 1440, height: 620, lines: 22 })

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
              className="inline-flex h-13 items-center gap-2.5 rounded-xl bg-white px-7 font-medium text-card-ink transition-colors hover:bg-card-shade focus-visible:outline-white"
            >
              {t('Shell.open')}
              <ArrowRight aria-hidden="true" className="size-5" />
            </a>
            <a
              href="/#why"
              className={`${buttonClass({ tone: 'quiet', size: 'large' })} text-white! underline decoration-white/40 underline-offset-6 hover:bg-white/10! focus-visible:outline-white max-sm:-ml-7 md:max-lg:px-2`}
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
          <Wind />
          <div className="w-full max-w-sm md:rotate-[-5deg] lg:mx-auto lg:max-w-md">
            <CardDrawing foot={t('Storefront.specimen')} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** Behind the card and never behind text: beside it on wide screens, below it on narrow ones. */
function Wind() {
  return (
    <svg
      viewBox="0 0 1440 620"
      preserveAspectRatio="xMidYMid slice"
      className="absolute -top-10 left-1/2 -z-10 h-[calc(100%+6.5rem)] w-screen -translate-x-1/2 stroke-glow opacity-[0.16] [mask-image:linear-gradient(to_bottom,transparent,black_4rem)] sm:h-[calc(100%+8.5rem)] md:inset-0 md:size-full md:translate-x-0 md:[mask-image:linear-gradient(to_right,transparent_56%,black_76%)]"
      fill="none"
      aria-hidden="true"
    >
      <path d={WIND} strokeWidth="1.2" />
    </svg>
  )
}
