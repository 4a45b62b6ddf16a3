import { SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { SCANNED_AT_MOST } from '@/lib/back-office/page'

/** For a filtered list without rows. @param goesOn whether the next page looks further back */
export function NothingFound({ goesOn }: { goesOn: boolean }) {
  const t = useTranslations('StaffLists')
  return (
    <EmptyState icon={SearchX} title={t(goesOn ? 'nothingSoFar' : 'nothingFound')}>
      {goesOn ? t('nothingSoFarText', { count: SCANNED_AT_MOST }) : t('nothingFoundText')}
    </EmptyState>
  )
}
