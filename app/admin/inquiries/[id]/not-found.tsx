/** An inquiry that does not exist. */
import { buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export default function InquiryNotFoundPage() {
  return (
    <DeadEnd
      title="There is no such inquiry"
      text="The link may be old, or part of it may be missing."
    >
      <a href="/admin/inquiries" className={buttonClass()}>
        To the list
      </a>
    </DeadEnd>
  )
}
