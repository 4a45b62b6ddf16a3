import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** The frame of every customer page. `bare` leaves out the navigation, so that an application has no distractions. */
export function CustomerShell({ bare, children }: { bare?: boolean; children: ReactNode }) {
  const t = useTranslations('Shell')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <SiteHeader bare={bare} />
      <main id="main" className="balanced flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
