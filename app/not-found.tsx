import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { DeadEnd } from '@/components/logo'
import { buttonClass } from '@/components/ui/button'

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
