/** Home: first the cases waiting for a decision, then how operations are doing. */
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { StaffPage } from '@/app/admin/staff-page'
import { attentionItems } from '@/components/admin/overview/attention-items'
import { AttentionList } from '@/components/admin/overview/attention-list'
import { OutcomesChart } from '@/components/admin/overview/outcomes-chart'
import { TimeToDecision } from '@/components/admin/overview/time-to-decision'
import { WorkPanel } from '@/components/admin/overview/work-panel'
import { Skeleton } from '@/components/ui/skeleton'
import { requireStaff } from '@/lib/auth'
import { getOverview } from '@/lib/back-office/overview'
import { getWorkQueue } from '@/lib/back-office/work-queue'
import { env } from '@/lib/env'
import { currentLocale } from '@/lib/locale'
import { can, type Staff } from '@/lib/staff'
import { productName } from '@/site'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffHome')
  return { title: t('title') }
}

export default async function OverviewPage() {
  const staff = await requireStaff('overview.view')
  const t = await getTranslations('StaffHome')
  return (
    <StaffPage staff={staff} current="overview" title={t('title')}>
      {can(staff, 'inquiries.list') && (
        <section aria-labelledby="work" className="mb-8 sm:mb-10">
          <Suspense fallback={<Loading className="h-44 sm:h-56" />}>
            <Work staff={staff} />
          </Suspense>
        </section>
      )}
      <h2 id="operations" className="mb-4 text-lg font-semibold">
        {t('operations')}
      </h2>
      <section aria-labelledby="operations">
        <Suspense fallback={<Loading className="h-96" />}>
          <Operations staff={staff} />
        </Suspense>
      </section>
    </StaffPage>
  )
}

async function Work({ staff }: { staff: Staff }) {
  const [locale, { count, oldest }] = await Promise.all([currentLocale(), getWorkQueue(staff)])
  const named = oldest.map((item) => ({ ...item, product: productName(item.product, locale) }))
  return (
    <WorkPanel
      queue={{ count, oldest: named }}
      portalUrl={env().VERIFICATION_PORTAL_URL}
      now={new Date()}
    />
  )
}

async function Operations({ staff }: { staff: Staff }) {
  const overview = await getOverview(staff)
  return (
    <>
      {/* Side by side, unless there's something to attend to. */}
      <div
        className={`grid gap-5 ${attentionItems(overview).length === 0 ? 'xl:grid-cols-2' : ''}`}
      >
        <AttentionList overview={overview} />
        <TimeToDecision time={overview.timeToDecision} />
      </div>
      <div className="mt-5">
        <OutcomesChart days={overview.outcomesByDay} countedAt={overview.countedAt} />
      </div>
    </>
  )
}

function Loading({ className }: { className: string }) {
  return (
    <div role="status" aria-busy="true">
      <Skeleton className={`w-full rounded-2xl! ${className}`} />
    </div>
  )
}
