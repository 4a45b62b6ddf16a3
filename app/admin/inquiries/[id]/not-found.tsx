import { buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export default function InquiryNotFoundPage() {
  return (
    <DeadEnd title="Inquiry not found" text="The link may be out of date or incomplete.">
      <a href="/admin/inquiries" className={buttonClass()}>
        Back to the list
      </a>
    </DeadEnd>
  )
}
