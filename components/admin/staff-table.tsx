'use client'
/** Lists everyone who has signed in. An admin can block them here. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState, useTransition } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { UtcTime } from '@/components/ui/utc-time'
import type { StaffListItem } from '@/lib/back-office/staff-list'
import { ROLE_RULES, ROLES } from '@/lib/staff'
import { DataTable } from './data-table'

type SetBlocked = (id: string, blocked: boolean) => Promise<{ ok: boolean }>

interface StaffTableProps {
  members: StaffListItem[]
  /** The signed-in admin, who can't block themselves. */
  selfId: string
  setBlockedAction: SetBlocked
}

export function StaffTable({ members, selfId, setBlockedAction }: StaffTableProps) {
  /** A role's summary adds to the one before. */
  const rank = ({ role }: StaffListItem) => (role ? ROLES.indexOf(role) : -1)
  return (
    <DataTable
      label="Staff"
      items={[...members].sort((one, other) => rank(one) - rank(other))}
      columns={[
        {
          label: 'Name',
          phone: 'line',
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
          width: 'md:w-[20rem]',
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
              <UtcTime iso={signedInAt} />
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
    />
  )
}

interface BlockButtonProps {
  id: string
  name: string
  isBlocked: boolean
  setBlockedAction: SetBlocked
}

/** Blocks a colleague, after a question, or unblocks them. */
function BlockButton({ id, name, isBlocked, setBlockedAction }: BlockButtonProps) {
  const [failed, setFailed] = useState(false)
  const [pending, startTransition] = useTransition()
  const set = (blocked: boolean) =>
    startTransition(async () => {
      const outcome = await setBlockedAction(id, blocked).catch(() => null)
      setFailed(!outcome?.ok)
    })
  return (
    <>
      {isBlocked ? (
        <Button
          tone="secondary"
          size="small"
          inactive={pending}
          aria-label={`Unblock ${name}`}
          onClick={() => set(false)}
        >
          Unblock
        </Button>
      ) : (
        <AlertDialog.Root>
          <AlertDialog.Trigger
            aria-label={`Block ${name}`}
            aria-busy={pending}
            className={cn(buttonClass({ tone: 'danger', size: 'small' }), 'max-sm:h-11')}
          >
            Block
          </AlertDialog.Trigger>
          <AlertDialog.Portal>
            <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/50" />
            <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border bg-card p-6 shadow-xl outline-none sm:p-7">
              <AlertDialog.Title className="text-lg font-semibold">Block {name}?</AlertDialog.Title>
              <AlertDialog.Description className="mt-2 text-[0.9375rem]/6 text-muted-foreground">
                They’ll be signed out immediately and can’t sign in again until an admin unblocks
                them. Their audit trail stays.
              </AlertDialog.Description>
              <div className="mt-6 flex justify-end gap-2">
                <AlertDialog.Close render={<Button tone="secondary" size="small" />}>
                  Cancel
                </AlertDialog.Close>
                <AlertDialog.Close
                  render={<Button tone="danger" size="small" />}
                  onClick={() => set(true)}
                >
                  Block
                </AlertDialog.Close>
              </div>
            </AlertDialog.Popup>
          </AlertDialog.Portal>
        </AlertDialog.Root>
      )}
      {failed && (
        <p role="alert" className="mt-1.5 text-sm text-destructive">
          Couldn’t save the change. Reload the page and try again.
        </p>
      )}
    </>
  )
}
