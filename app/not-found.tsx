import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { buttonClass } from '@/components/ui/button'
import { DeadEndText } from '@/components/ui/dead-end'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('DeadEnd')
  return { title: t('notFound') }
}

export default async function NotFoundPage() {
  const t = await getTranslations('DeadEnd')
  const shell = await getTranslations('Shell')
  return (
    <CustomerShell>
      <div className="m-auto flex w-full flex-col items-center px-5 py-16 text-center">
        <DeadEndText title={t('notFound')} text={t('notFoundText')}>
          <a href="/" className={buttonClass()}>
            {t('goHome')}
          </a>
          <a href="/apply/verify" className={buttonClass({ tone: 'secondary' })}>
            {shell('yourApplication')}
          </a>
        </DeadEndText>
      </div>
    </CustomerShell>
  )
}
