import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '@/components/brand/logo'
import { LanguageMenu } from '@/components/ui/language-menu'

const PAGES = [
  { id: 'chapters', href: '/demo' },
  { id: 'live', href: '/demo/live' },
] as const

/** The frame of the presenter's guide. */
export function DemoShell({
  current,
  wide = false,
  children,
}: {
  current: (typeof PAGES)[number]['id']
  wide?: boolean
  children: ReactNode
}) {
  const t = useTranslations('Guide')
  const shell = useTranslations('Shell')
  const width = wide ? 'max-w-[112rem]' : 'max-w-6xl'
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {shell('skip')}
      </a>
      <header className="border-b border-line bg-surface">
        <div
          className={`mx-auto flex min-h-16 flex-wrap items-center justify-between gap-x-3 px-5 py-2 sm:gap-x-6 sm:px-8 ${width}`}
        >
          <a href="/demo" className="flex">
            <Logo suffix={t('presenter')} shortens />
          </a>
          <nav
            aria-label={t('menu')}
            className="-mr-2 ml-auto flex items-center text-sm sm:-mr-3 lg:mr-0 sm:text-[0.9375rem]"
          >
            {PAGES.map(({ id, href }) => (
              <a
                key={id}
                href={href}
                aria-current={id === current ? 'page' : undefined}
                className="rounded-lg px-2 py-2 text-ink-soft sm:px-3 transition-colors hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {t(`pages.${id}`)}
              </a>
            ))}
          </nav>
          {/* At the foot of narrower windows. */}
          <div className="border-l border-line pl-6 text-[0.9375rem] text-ink-soft max-lg:hidden">
            <LanguageMenu />
          </div>
        </div>
      </header>
      <main id="main" className={`balanced mx-auto w-full flex-1 px-5 sm:px-8 ${width}`}>
        {children}
      </main>
      <footer
        className={`mx-auto flex w-full justify-end px-5 pb-6 text-sm lg:hidden text-ink-soft sm:px-8 ${width}`}
      >
        <LanguageMenu />
      </footer>
    </div>
  )
}
