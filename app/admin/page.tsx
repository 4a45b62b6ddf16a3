import type { Metadata } from 'next'
import { Suspense } from 'react'
import { StaffPage } from '@/app/admin/staff-page'
import { DayChart } from '@/components/admin/day-chart'
import { Figures, WorkCard } from '@/components/admin/overview'
import { cn } from '@/components/ui/cn'
import { requireStaff } from '@/lib/auth'
import { getOverview } from '@/lib/back-office/overview'
import { env } from '@/lib/env'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const staff = await requireStaff()
  return (
    <StaffPage staff={staff} section="Overview">
      <Suspense fallback={<Loading />}>
        <Sections />
      </Suspense>
    </StaffPage>
  )
}

async function Sections() {
  const overview = await getOverview(new Date())
  return (
    <div className="grid grid-cols-1 gap-5">
      <WorkCard overview={overview} portalUrl={env().VERIFICATION_PORTAL_URL} now={new Date()} />
      <Figures overview={overview} />
      <DayChart days={overview.openedByDay} />
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-busy="true" className="grid gap-5">
    <span className="sr-only">Loading the overview</span>
    {['h-56', 'h-24', 'h-96'].map((height) => (
      <span
        key={height}
        aria-hidden="true"
        className={cn('block w-full rounded-2xl bg-border/70 motion-safe:animate-pulse', height)}
      />
    ))}
  </div>
)
