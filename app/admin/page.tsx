import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { DayChart } from '@/components/admin/day-chart'
import { WorkCard } from '@/components/admin/overview'
import { getOverview } from '@/lib/back-office/overview'
import { env } from '@/lib/runtime/env'
import { requireStaff } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const staff = await requireStaff('/admin')
  const now = new Date()
  const overview = await getOverview(now)
  return (
    <StaffPage staff={staff} section="Overview">
      <div className="grid grid-cols-1 gap-5">
        <WorkCard overview={overview} portalUrl={env().VERIFICATION_PORTAL_URL} now={now} />
        <DayChart overview={overview} />
      </div>
    </StaffPage>
  )
}
