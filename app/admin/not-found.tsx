/** The staff area's 404, for a missing page or inquiry. */
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { EmptyState } from '@/components/admin/list'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DeadEnd } from '@/components/ui/dead-end'
import { getStaff } from '@/lib/auth'

export const metadata: Metadata = { title: 'Not found' }

export default async function StaffNotFoundPage() {
  const staff = await getStaff()
  if (!staff)
    return (
      <DeadEnd title="Not found" text="There’s nothing at this address">
        <a href="/admin/sign-in" className={buttonClass()}>
          Sign in
        </a>
      </DeadEnd>
    )
  return (
    <StaffPage staff={staff} current={null} title="Not found">
      <Card>
        <EmptyState title="The link may be incomplete, or the applicant’s data may have been erased.">
          To find an inquiry, search for its reference in the list.
          <span className="mt-5 flex flex-wrap justify-center gap-3 max-sm:flex-col max-sm:*:h-11">
            <a href="/admin/inquiries" className={buttonClass({ size: 'small' })}>
              Go to inquiries
            </a>
            <a href="/admin" className={buttonClass({ size: 'small', tone: 'secondary' })}>
              Go to the overview
            </a>
          </span>
        </EmptyState>
      </Card>
    </StaffPage>
  )
}
