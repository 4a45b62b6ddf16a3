import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { HelpLine } from '@/components/apply/help-line'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('DeadEnd')
  return { title: t('notFound') }
}

export default async function NotFoundPage() {
  const t = await getTranslations('DeadEnd')
  const shell = await getTranslations('Shell')
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <Card className="p-6 shadow-sm sm:p-9">
          <span
            aria-hidden="true"
            className="inline-flex size-14 items-center justify-center rounded-2xl bg-brand-soft text-brand"
          >
            <Compass className="size-7" />
          </span>
          <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{t('notFound')}</h1>
          <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">{t('notFoundText')}</p>
          <div className="mt-6 flex gap-3 max-sm:flex-col">
            <a href="/" className={buttonClass({ size: 'large' })}>
              {t('goHome')}
            </a>
            <a href="/apply/verify" className={buttonClass({ tone: 'secondary', size: 'large' })}>
              {shell('yourApplication')}
            </a>
          </div>
        </Card>
        <HelpLine about="problem" />
      </div>
    </CustomerShell>
  )
}
