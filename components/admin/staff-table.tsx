/** Lists everyone who has signed in. An admin can block them here. */
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { UtcTime } from '@/components/ui/utc-time'
import type { StaffListItem } from '@/lib/back-office/staff-list'
import { ROLE_RULES, ROLES } from '@/lib/roles'
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
          width: 'md:w-44',
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
              <BlockButton id={id} name={name} action={action} />
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

interface BlockButtonProps {
  id: string
  name: string
  action: () => Promise<void>
}

/** Asks for confirmation before it blocks a colleague. */
function BlockButton({ id, name, action }: BlockButtonProps) {
  const question = `block-${id}`
  return (
    <>
      <Button tone="danger" size="small" aria-label={`Block ${name}`} popoverTarget={question}>
        Block
      </Button>
      <form
        id={question}
        popover="auto"
        role="dialog"
        aria-labelledby={`${question}-title`}
        action={action}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto rounded-2xl border bg-card p-6 text-foreground shadow-xl backdrop:bg-black/50 sm:p-7"
      >
        <h2 id={`${question}-title`} className="text-lg font-semibold">
          Block {name}?
        </h2>
        <p className="mt-2 text-[0.9375rem]/6 text-muted-foreground">
          They’ll be signed out immediately and can’t sign in again until an admin unblocks them.
          Their audit trail stays.
        </p>
        <div className="mt-6 flex justify-end gap-2">
          <Button tone="secondary" size="small" popoverTarget={question}>
            Cancel
          </Button>
          <Button type="submit" tone="danger" size="small">
            Block
          </Button>
        </div>
      </form>
    </>
  )
}
