import { Users } from 'lucide-react'
import { DataTable } from '@/components/admin/data-table'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import type { StaffListItem } from '@/lib/back-office/staff-list'
import { ROLE_RULES } from '@/lib/staff'
import { BlockButton, type SetBlocked } from './block-button'

interface StaffTableProps {
  members: StaffListItem[]
  /** The signed-in admin, who can't block themselves. */
  selfId: string
  setBlockedAction: SetBlocked
}

export function StaffTable({ members, selfId, setBlockedAction }: StaffTableProps) {
  return (
    <DataTable
      label="Staff"
      items={members}
      isCentred
      columns={[
        {
          label: 'Name',
          phone: 'tall',
          cell: ({ id, name, email, role }) => (
            <>
              <span translate="no" className="font-medium">
                {name}
              </span>
              {id === selfId && <span className="text-ink-faint"> · You</span>}
              <span translate="no" className="block text-ink-soft wrap-anywhere">
                {email}
              </span>
              <span className="mt-1 block text-xs/5 text-ink-faint md:hidden">
                {role ? ROLE_RULES[role].name : 'No role'}
              </span>
            </>
          ),
        },
        {
          label: 'Role',
          phone: 'hide',
          width: 'md:w-[20rem]',
          cell: ({ role }) => (
            <>
              <span className="text-ink">{role ? ROLE_RULES[role].name : 'No role'}</span>
              {role && <span className="block text-ink-faint">{ROLE_RULES[role].summary}</span>}
            </>
          ),
        },
        {
          label: 'Last sign-in',
          phone: 'hide',
          cell: ({ signedInAt }) => (signedInAt ? <UtcTime iso={signedInAt} /> : '–'),
        },
        {
          label: 'Access',
          phone: 'corner',
          cell: ({ active }) => (
            <Badge tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Blocked'}</Badge>
          ),
        },
        {
          label: 'Actions',
          phone: 'underCorner',
          isAction: true,
          cell: ({ id, name, active }) =>
            id !== selfId && (
              <BlockButton
                id={id}
                name={name}
                isBlocked={!active}
                setBlockedAction={setBlockedAction}
              />
            ),
        },
      ]}
      empty={<EmptyState icon={Users} title="Nobody has signed in yet" />}
    />
  )
}
