import { useTranslations } from 'next-intl'
import { TabBar } from '@/components/admin/lists/tab-bar'

export function EventTabs({ current }: { current: 'verified' | 'rejected' }) {
  const t = useTranslations('StaffEvents')
  return (
    <TabBar
      label={t('title')}
      current={current}
      tabs={[
        { id: 'verified', href: '/admin/events', label: t('verified') },
        { id: 'rejected', href: '/admin/events/rejected', label: t('rejected') },
      ]}
    />
  )
}
