import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DataTable } from '@/components/admin/data-table'
import { UtcTime } from '@/components/ui/utc-time'
import type { RejectedDeliveryItem } from '@/lib/back-office/views'
import { useRejectionText } from './rejection-text'

interface RejectedTableProps {
  deliveries: RejectedDeliveryItem[]
  empty: ReactNode
}

export function RejectedTable({ deliveries, empty }: RejectedTableProps) {
  const t = useTranslations('StaffEvents')
  const { number } = useFormatter()
  const rejectionText = useRejectionText()
  return (
    <DataTable
      label={t('rejectedTitle')}
      items={deliveries}
      columns={[
        {
          label: t('columns.reason'),
          cell: ({ reason, receivedAt, count }) => (
            <>
              <span className="font-medium">{rejectionText(reason).title}</span>
              {count > 1 && <span> · {t('deliveries', { count })}</span>}
              <span className="block max-w-xl text-ink-soft">{rejectionText(reason).fix}</span>
              <span className="block text-ink-faint md:hidden">
                <UtcTime iso={receivedAt} />
              </span>
            </>
          ),
        },
        {
          label: t('columns.received'),
          from: 'md',
          cell: ({ receivedAt }) => <UtcTime iso={receivedAt} />,
        },
        {
          label: t('columns.delivery'),
          from: 'lg',
          cell: ({ deliveryId }) => (
            <span className="font-mono text-xs/5 break-all">{deliveryId ?? t('noDelivery')}</span>
          ),
        },
        {
          label: t('columns.bytes'),
          from: 'lg',
          cell: ({ bodyBytes }) => (bodyBytes === null ? t('notRead') : number(bodyBytes)),
        },
      ]}
      empty={empty}
    />
  )
}
