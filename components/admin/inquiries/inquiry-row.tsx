import Link from 'next/link'
import { StatusBadge } from '@/components/admin/status-badge'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/views'

/** The whole row is its link; `product` is already its name. On a narrow screen the first cell says all of it. */
export function InquiryRow({ item }: { item: InquiryListItem }) {
  return (
    <tr className="relative border-t border-line transition-colors hover:bg-sunken/70">
      <td className="px-5 py-3.5 align-middle">
        <Link
          href={`/admin/inquiries/${item.id}`}
          prefetch={false}
          className="font-mono text-[0.8125rem] break-all text-ink after:absolute after:inset-0"
        >
          {item.referenceId}
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint md:hidden">
          <StatusBadge item={item} />
          <UtcTime iso={item.createdAt} />
        </div>
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft lg:table-cell">
        {item.product}
      </td>
      <td className="hidden px-5 py-3.5 align-middle md:table-cell">
        <StatusBadge item={item} />
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft md:table-cell">
        <Confirmation item={item} />
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft md:table-cell">
        <UtcTime iso={item.createdAt} />
      </td>
    </tr>
  )
}

function Confirmation({ item }: { item: InquiryListItem }) {
  if (item.reversed) return <span className="font-medium text-bad">Reversed</span>
  if (item.reportedStatus) return `${item.reportedStatus} reported`
  return item.status ? 'Confirmed' : '–'
}
