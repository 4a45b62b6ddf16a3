import { Inbox, SearchX } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'

export function NoInquiries({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={SearchX} title="No inquiry fits this filter">
      A reference is searched by its beginning, an inquiryId as a whole, a note by whole words.
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No inquiries yet">
      Each application on the storefront shows here as soon as it is sent.
    </EmptyState>
  )
}
