import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { ICON_TILE, IconCard } from '@/components/ui/icon-card'
import { HelpLine } from './help-line'

const bold = { b: (text: ReactNode) => <b className="mb-1 block font-semibold text-ink">{text}</b> }

/** Shown to new visitors, on another device, and after the cookies were cleared. */
export function NoApplication() {
  const t = useTranslations('Verify.none')
  return (
    <>
      <IconCard
        icon={
          <span aria-hidden="true" className={`${ICON_TILE} bg-brand-soft text-brand`}>
            <Search className="size-7" />
          </span>
        }
        title={t('title')}
        text={t('text')}
      >
        <div className="mt-7 divide-y divide-line border-t border-line text-ink-soft">
          <p className="py-6">{t.rich('elsewhere', bold)}</p>
          <div className="flex items-center justify-between gap-x-8 gap-y-4 pt-6 max-sm:flex-col max-sm:items-stretch">
            <p>{t.rich('newHere', bold)}</p>
            <a href="/apply" className={buttonClass()}>
              {t('apply')}
            </a>
          </div>
        </div>
      </IconCard>
      <HelpLine about="problem" />
    </>
  )
}
