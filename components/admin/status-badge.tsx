import { Badge } from '@/components/ui/badge'
import type { InquiryListItem } from '@/lib/back-office/views'
import { inquiryLook } from './status-look'

export function StatusBadge({ item }: { item: Pick<InquiryListItem, 'openState' | 'status'> }) {
  const { label, tone } = inquiryLook(item)
  return <Badge tone={tone}>{label}</Badge>
}
