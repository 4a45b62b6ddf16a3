import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CustomerShell, HelpLine, ICON_TILE, IconCard } from '@/components/customer/shell'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

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
        <IconCard
          icon={
            <span aria-hidden="true" className={cn(ICON_TILE, 'bg-accent text-primary')}>
              <Compass className="size-7" />
            </span>
          }
          title={t('notFound')}
          text={t('notFoundText')}
        >
          <div className="mt-6 flex gap-3 max-sm:flex-col">
            <a href="/" className={buttonClass({ size: 'large' })}>
              {t('goHome')}
            </a>
            <a href="/apply/verify" className={buttonClass({ tone: 'secondary', size: 'large' })}>
              {shell('yourApplication')}
            </a>
          </div>
        </IconCard>
        <HelpLine about="problem" />
      </div>
    </CustomerShell>
  )
}
