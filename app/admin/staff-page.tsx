/** The frame of every staff page. Its navigation shows how many cases are awaiting a decision. */
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { countText } from '@/components/admin/count'
import { NavBadge, StaffShell, type StaffShellProps } from '@/components/admin/shell/staff-shell'
import { countAwaitingDecision } from '@/lib/back-office/work-queue'
import { can, type Staff } from '@/lib/staff'

/** A badge has room for two digits. */
const BADGE_COUNTS_TO = 100

export function StaffPage(props: Omit<StaffShellProps, 'badges'>) {
  const awaiting = can(props.staff, 'inquiries.list') && (
    <Suspense fallback={null}>
      <AwaitingBadge staff={props.staff} />
    </Suspense>
  )
  return <StaffShell {...props} badges={{ inquiries: awaiting }} />
}

async function AwaitingBadge({ staff }: { staff: Staff }) {
  const [t, count] = await Promise.all([
    getTranslations('StaffShell'),
    countAwaitingDecision(staff, BADGE_COUNTS_TO),
  ])
  if (count === 0) return null
  const text = countText(count, BADGE_COUNTS_TO)
  return <NavBadge count={text} label={t('awaiting', { n: count, count: text })} />
}
