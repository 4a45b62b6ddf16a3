import { useTranslations } from 'next-intl'

/** An empty cell of a list. */
export function NoValue() {
  const t = useTranslations('StaffLists')
  return (
    <span className="text-ink-faint max-md:hidden">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('none')}</span>
    </span>
  )
}
