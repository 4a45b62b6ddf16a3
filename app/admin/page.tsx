import type { Metadata } from 'next'
import { acknowledgeAction } from '@/app/admin/actions'
import { StaffPage } from '@/app/admin/staff-page'
import { DayChart } from '@/components/admin/day-chart'
import { Problems, WorkCard } from '@/components/admin/overview'
import { getOverview } from '@/lib/back-office/overview'
import { can } from '@/lib/roles'
import { env } from '@/lib/runtime/env'
import { requireStaff } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const staff = await requireStaff('/admin')
  const { problems, work } = await getOverview()
  const action = can(staff, 'problems.acknowledge') ? acknowledgeAction : null
  return (
    <StaffPage staff={staff} section="Overview">
      <div className="grid grid-cols-1 gap-5">
        <Problems problems={problems} acknowledgeAction={action} />
        {work && (
          <>
            <WorkCard overview={work} portalUrl={env().VERIFICATION_PORTAL_URL} now={new Date()} />
            <DayChart overview={work} />
          </>
        )}
      </div>
    </StaffPage>
  )
}
