import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('DeadEnd')
  return { title: t('notFound') }
}

export default async function NotFoundPage() {
  const t = await getTranslations('DeadEnd')
  const shell = await getTranslations('Shell')
  return (
    <DeadEnd title={t('notFound')} text={t('notFoundText')}>
      <a href="/" className={buttonClass()}>
        {t('goHome')}
      </a>
      <a href="/apply/verify" className={buttonClass({ tone: 'secondary' })}>
        {shell('yourApplication')}
      </a>
    </DeadEnd>
  )
}
