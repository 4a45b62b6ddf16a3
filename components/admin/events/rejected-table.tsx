import { ShieldCheck } from 'lucide-react'
import { DataTable } from '@/components/admin/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import type { RejectedDeliveryItem } from '@/lib/back-office/views'
import { rejectionText } from './rejection-text'

const number = new Intl.NumberFormat('en-GB')

export function RejectedTable({ deliveries }: { deliveries: RejectedDeliveryItem[] }) {
  return (
    <DataTable
      label="Rejected deliveries"
      items={deliveries}
      columns={[
        {
          label: 'Reason and fix',
          cell: ({ reason, receivedAt, count }) => (
            <>
              <span className="font-medium">{rejectionText(reason).title}</span>
              {count > 1 && <span> · {number.format(count)} deliveries</span>}
              <span className="block max-w-xl text-ink-soft">{rejectionText(reason).fix}</span>
              <span className="block text-ink-faint md:hidden">
                <UtcTime iso={receivedAt} />
              </span>
            </>
          ),
        },
        { label: 'Received', from: 'md', cell: ({ receivedAt }) => <UtcTime iso={receivedAt} /> },
        {
          label: 'Delivery',
          from: 'lg',
          cell: ({ deliveryId }) => (
            <span className="font-mono text-xs/5 break-all">{deliveryId ?? 'None'}</span>
          ),
        },
        {
          label: 'Bytes',
          from: 'lg',
          cell: ({ bodyBytes }) => (bodyBytes === null ? 'Not read' : number.format(bodyBytes)),
        },
      ]}
      empty={
        <EmptyState icon={ShieldCheck} title="No rejected deliveries">
          If we can't verify a delivery, you'll see the reason and how to fix it here.
        </EmptyState>
      }
    />
  )
}
