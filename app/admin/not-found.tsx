/** The staff area's 404, for a missing page or inquiry. It needs no sign-in, but shows the menu to those who are signed in. */
import type { Metadata } from 'next'
import { DeadEnd } from '@/components/logo'
import { buttonClass } from '@/components/ui/button'
import { getStaff } from '@/lib/staff/auth'
import { StaffPage } from './staff-page'

export const metadata: Metadata = { title: 'Not found' }

const TEXT =
  'The link may be incomplete, or the applicant’s data may have been erased. To find an inquiry, search for its reference in the list.'

export default async function StaffNotFoundPage() {
  const staff = await getStaff()
  const links = (
    <>
      <a href="/admin/inquiries" className={buttonClass()}>
        Go to inquiries
      </a>
      <a href="/admin" className={buttonClass({ tone: 'secondary' })}>
        Go to the overview
      </a>
    </>
  )
  if (!staff)
    return (
      <div lang="en">
        <DeadEnd title="Not found" text={TEXT}>
          {links}
        </DeadEnd>
      </div>
    )
  return (
    <StaffPage staff={staff} section="Not found">
      <p className="max-w-xl text-lg/8 text-muted-foreground">{TEXT}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">{links}</div>
    </StaffPage>
  )
}
