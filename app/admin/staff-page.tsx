/** The frame of every staff page. Its navigation shows how many cases are awaiting a decision. */
import { countText } from '@/components/admin/list'
import { NavBadge, StaffShell, type StaffShellProps } from '@/components/admin/staff-shell'
import { countAwaitingDecision } from '@/lib/back-office/inquiry-list'
import type { Staff } from '@/lib/staff'

/** A badge has room for two digits. */
const BADGE_COUNTS_TO = 100

export function StaffPage(props: StaffShellProps) {
  return <StaffShell {...props} awaiting={<AwaitingBadge staff={props.staff} />} />
}

async function AwaitingBadge({ staff }: { staff: Staff }) {
  const count = await countAwaitingDecision(staff, BADGE_COUNTS_TO)
  return count > 0 && <NavBadge count={countText(count, BADGE_COUNTS_TO)} />
}
