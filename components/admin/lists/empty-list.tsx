import { type LucideIcon, SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { SCANNED_AT_MOST } from '@/lib/back-office/views'
import type { ListPage } from './list-query'

interface EmptyListProps {
  list: ListPage
  /** Whether there is a next page, which looks further back. */
  goesOn: boolean
  icon: LucideIcon
  title: string
  children: ReactNode
}

/** A page without rows: nothing yet, or nothing that matches the filter. */
export function EmptyList({ list, goesOn, icon, title, children }: EmptyListProps) {
  const t = useTranslations('StaffLists')
  if (!list.isFiltered && list.after === undefined)
    return (
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState icon={SearchX} title={t(goesOn ? 'nothingSoFar' : 'nothingFound')}>
      {goesOn ? t('nothingSoFarText', { count: SCANNED_AT_MOST }) : t('nothingFoundText')}
    </EmptyState>
  )
}
