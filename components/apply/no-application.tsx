import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

const bold = { b: (text: ReactNode) => <b className="font-medium text-ink">{text}</b> }

/** Shown to new visitors, on another device, and after the cookies were cleared. */
export function NoApplication() {
  const t = useTranslations('Verify.none')
  return (
    <Card className="p-6 shadow-sm sm:p-9">
      <span
        aria-hidden="true"
        className="inline-flex size-14 items-center justify-center rounded-2xl bg-brand-soft text-brand"
      >
        <Search className="size-7" />
      </span>
      <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{t('title')}</h1>
      <div className="mt-3 space-y-3 text-[1.0625rem]/7 text-ink-soft *:text-balance">
        <p>{t('text')}</p>
        <p>{t.rich('elsewhere', bold)}</p>
        <p>{t.rich('newHere', bold)}</p>
      </div>
      <a href="/apply" className={`${buttonClass({ size: 'large' })} mt-6 max-sm:w-full`}>
        {t('apply')}
      </a>
    </Card>
  )
}
