import { Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DataTable } from '@/components/admin/data-table'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import type { StaffListItem } from '@/lib/back-office/views'
import { type StaffActions, StaffMenu } from './staff-menu'

interface StaffTableProps {
  members: StaffListItem[]
  /** The signed-in admin, who can't change their own account. */
  selfId: string
  actions: StaffActions
}

export function StaffTable({ members, selfId, actions }: StaffTableProps) {
  const t = useTranslations('StaffAdmin')
  const roles = useTranslations('Roles')
  return (
    <DataTable
      label={t('title')}
      items={members}
      isCentred
      columns={[
        {
          label: t('name'),
          phone: 'tall',
          cell: ({ id, name, email, role }) => (
            <>
              <span translate="no" className="font-medium">
                {name}
              </span>
              {id === selfId && <span className="text-ink-faint"> · {t('you')}</span>}
              <span translate="no" className="block text-ink-soft wrap-anywhere md:min-w-44">
                <Email address={email} />
              </span>
              <span className="mt-1 block text-xs/5 text-ink-faint md:hidden">
                <span className="block font-medium text-ink-soft">{roles(`${role}.name`)}</span>
                {roles(`${role}.summary`)}
              </span>
            </>
          ),
        },
        {
          label: t('role'),
          phone: 'hide',
          width: 'md:w-[22rem]',
          cell: ({ role }) => (
            <>
              <span className="text-ink">{roles(`${role}.name`)}</span>
              <span className="block text-ink-faint">{roles(`${role}.summary`)}</span>
            </>
          ),
        },
        {
          label: t('access'),
          phone: 'corner',
          cell: (member) => <AccessBadges member={member} />,
        },
        {
          label: t('actions'),
          phone: 'underCorner',
          isAction: true,
          cell: (member) => member.id !== selfId && <StaffMenu member={member} actions={actions} />,
        },
      ]}
      empty={<EmptyState icon={Users} title={t('none')} />}
    />
  )
}

function AccessBadges({ member }: { member: StaffListItem }) {
  const t = useTranslations('StaffAdmin')
  const links = useTranslations('StaffLinks')
  if (!member.active) return <Badge tone="plain">{t('deactivated')}</Badge>
  if (member.held) return <Badge tone="warn">{links('held')}</Badge>
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Badge tone="good">{t('active')}</Badge>
      {member.secondFactor && <Badge tone="plain">{links('factorOn')}</Badge>}
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
