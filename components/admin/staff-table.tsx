/** Lists everyone who has signed in. An admin can block them here. */
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { UtcTime } from '@/components/ui/utc-time'
import type { StaffListItem } from '@/lib/back-office/staff-list'
import { ROLE_RULES, ROLES } from '@/lib/roles'
import { ConfirmButton } from './confirm-button'
import { DataTable } from './data-table'

type SetBlocked = (id: string, blocked: boolean) => Promise<void>

interface StaffTableProps {
  members: StaffListItem[]
  /** The signed-in admin, who can't block themselves. */
  selfId: string
  setBlockedAction: SetBlocked
}

export function StaffTable({ members, selfId, setBlockedAction }: StaffTableProps) {
  /** Sorts by role, because each role's summary builds on the one before. */
  const rank = ({ role }: StaffListItem) => (role ? ROLES.indexOf(role) : -1)
  return (
    <DataTable
      label="Staff"
      items={[...members].sort((one, other) => rank(one) - rank(other))}
      columns={[
        {
          label: 'Name',
          isRowHeader: true,
          phone: 'line',
          width: 'md:w-44 xl:w-64',
          cell: ({ id, name, email }) => (
            <>
              <span translate="no" className="font-medium text-foreground">
                {name}
              </span>
              {id === selfId && <span className="text-subtle-foreground"> · You</span>}
              <span translate="no" className="block text-muted-foreground wrap-anywhere">
                {email}
              </span>
            </>
          ),
        },
        {
          label: 'Role',
          phone: 'line',
          width: 'xl:w-[20rem]',
          cell: ({ role }) => (
            <>
              <span className="text-foreground">{role ? ROLE_RULES[role].name : 'No role'}</span>
              {role && (
                <span className="block text-subtle-foreground">{ROLE_RULES[role].summary}</span>
              )}
            </>
          ),
        },
        {
          label: 'Last sign-in',
          phone: 'line',
          cell: ({ signedInAt }) => (
            <>
              <span className="md:hidden">Last sign-in </span>
              <UtcTime at={signedInAt} />
            </>
          ),
        },
        {
          label: 'Access',
          phone: 'shared',
          cell: ({ active }) => (
            <Badge tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Blocked'}</Badge>
          ),
        },
        {
          label: 'Actions',
          phone: 'shared',
          cell: ({ id, name, active }) => {
            if (id === selfId) return null
            const action = setBlockedAction.bind(null, id, active)
            return active ? (
              <ConfirmButton
                id={`block-${id}`}
                label="Block"
                of={name}
                question={`Block ${name}?`}
                text="They’ll be signed out immediately and can’t sign in again until an admin unblocks them. Their audit trail stays."
                action={action}
              />
            ) : (
              <form action={action}>
                <Button type="submit" tone="secondary" size="small" aria-label={`Unblock ${name}`}>
                  Unblock
                </Button>
              </form>
            )
          },
        },
      ]}
    />
  )
}
