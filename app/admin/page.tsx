import type { Metadata } from 'next'
import { AttentionList } from '@/components/admin/overview/attention-list'
import { OutcomesChart } from '@/components/admin/overview/outcomes-chart'
import { TimeToDecision } from '@/components/admin/overview/time-to-decision'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { requireStaff } from '@/lib/auth'
import { getOverview } from '@/lib/back-office/overview'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const staff = await requireStaff('overview.view')
  const overview = await getOverview(staff)
  return (
    <StaffShell staff={staff} current="overview" title="Overview">
      <section aria-labelledby="attention">
        <h2 id="attention" className="mb-4 text-lg font-semibold">
          Needs attention
        </h2>
        <AttentionList overview={overview} />
      </section>
      <div className="mt-8 grid items-start gap-5 xl:grid-cols-[1.7fr_1fr]">
        <OutcomesChart days={overview.outcomesByDay} />
        <TimeToDecision time={overview.timeToDecision} />
      </div>
    </StaffShell>
  )
}
