import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { HelpLine } from './help-line'

const bold = { b: (text: ReactNode) => <b className="mb-1 block font-semibold text-ink">{text}</b> }

/** Shown to new visitors, on another device, and after the cookies were cleared. */
export function NoApplication() {
  const t = useTranslations('Verify.none')
  return (
    <>
      <Card className="p-6 shadow-sm sm:p-9">
        <span
          aria-hidden="true"
          className="inline-flex size-14 items-center justify-center rounded-2xl bg-brand-soft text-brand"
        >
          <Search className="size-7" />
        </span>
        <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{t('title')}</h1>
        <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">{t('text')}</p>
        <div className="mt-7 divide-y divide-line border-t border-line text-ink-soft">
          <p className="py-6">{t.rich('elsewhere', bold)}</p>
          <div className="flex items-center justify-between gap-x-8 gap-y-4 pt-6 max-sm:flex-col max-sm:items-stretch">
            <p>{t.rich('newHere', bold)}</p>
            <a href="/apply" className={buttonClass()}>
              {t('apply')}
            </a>
          </div>
        </div>
      </Card>
      <HelpLine about="problem" />
    </>
  )
}
