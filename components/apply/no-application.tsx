import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** Shown to new visitors, on another device, or after cookies were cleared. */
export function NoApplication() {
  const t = useTranslations('Verify.none')
  return (
    <Card className="p-6 shadow-sm sm:p-9">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]/tight">{t('title')}</h1>
      <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">{t('text')}</p>
      <a href="/apply" className={`${buttonClass({ size: 'large' })} mt-7`}>
        {t('apply')}
      </a>
    </Card>
  )
}
