import { useTranslations } from 'next-intl'
import { countText } from '@/components/admin/count'
import { TabBar } from '@/components/admin/lists/tab-bar'

interface EventTabsProps {
  current: 'verified' | 'rejected'
  /** How many rejected deliveries there are. */
  rejected: number
}

export function EventTabs({ current, rejected }: EventTabsProps) {
  const t = useTranslations('StaffEvents')
  return (
    <TabBar
      label={t('title')}
      current={current}
      tabs={[
        { id: 'verified', href: '/admin/events', label: t('verified') },
        {
          id: 'rejected',
          href: '/admin/events/rejected',
          label: t('rejected'),
          count: countText(rejected),
        },
      ]}
    />
  )
}
