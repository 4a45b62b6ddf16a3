import { Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DataTable } from '@/components/admin/data-table'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import type { StaffListItem } from '@/lib/back-office/views'
import { ROLE_RULES } from '@/lib/staff'
import { type StaffActions, StaffMenu } from './staff-menu'

interface StaffTableProps {
  members: StaffListItem[]
  /** The signed-in admin, who can't change their own account. */
  selfId: string
  actions: StaffActions
}

export function StaffTable({ members, selfId, actions }: StaffTableProps) {
  return (
    <DataTable
      label="Staff"
      items={members}
      columns={[
        {
          label: 'Name',
          cell: ({ name, email, role }) => (
            <>
              <span className="font-medium">{name}</span>
              <span className="block text-ink-soft wrap-anywhere md:min-w-44">
                <Email address={email} />
              </span>
              <span className="block text-ink-faint md:hidden">{ROLE_RULES[role].name}</span>
            </>
          ),
        },
        {
          label: 'Role',
          from: 'md',
          cell: ({ role }) => (
            <>
              <span className="text-ink">{ROLE_RULES[role].name}</span>
              <span className="block text-ink-faint">{ROLE_RULES[role].summary}</span>
            </>
          ),
        },
        {
          label: 'Access',
          from: 'md',
          cell: (member) => <AccessBadges member={member} />,
        },
        {
          label: 'Actions',
          cell: (member) =>
            member.id === selfId ? (
              <span className="text-ink-faint">You</span>
            ) : (
              <StaffMenu member={member} actions={actions} />
            ),
        },
      ]}
      empty={<EmptyState icon={Users} title="No staff yet" />}
    />
  )
}

function AccessBadges({ member }: { member: StaffListItem }) {
  const t = useTranslations('StaffLinks')
  if (!member.active) return <Badge tone="plain">Deactivated</Badge>
  if (member.held) return <Badge tone="warn">{t('held')}</Badge>
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone="good">Active</Badge>
      {member.secondFactor && <Badge tone="plain">{t('factorOn')}</Badge>}
    </span>
  )
}

/** Lets a long address wrap before its domain. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
