/** The staff area's 404, for a missing page or inquiry. It needs no sign-in; the pages that it links to do. */
import type { Metadata } from 'next'
import { DeadEnd } from '@/components/logo'
import { buttonClass } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Not found' }

export default function StaffNotFoundPage() {
  return (
    <div lang="en">
      <DeadEnd
        title="Not found"
        text="The link may be incomplete, or the applicant’s data may have been erased. To find an inquiry, search for its reference in the list."
      >
        <a href="/admin/inquiries" className={buttonClass()}>
          Go to inquiries
        </a>
        <a href="/admin" className={buttonClass({ tone: 'secondary' })}>
          Go to the overview
        </a>
      </DeadEnd>
    </div>
  )
}
