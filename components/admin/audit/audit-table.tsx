import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge } from '@/components/ui/badge'
import { UtcTime } from '@/components/ui/utc-time'
import type { AuditListItem } from '@/lib/back-office/views'
import { isName, useAuditTexts } from './audit-text'

interface AuditTableProps {
  entries: AuditListItem[]
  /** The list's own address, for the way back from an inquiry. */
  address: string
  empty: ReactNode
}

export function AuditTable({ entries, address, empty }: AuditTableProps) {
  const t = useTranslations('StaffAudit')
  const { actionText, actorText, outcomeText, reasonText } = useAuditTexts()
  return (
    <DataTable
      label={t('trail')}
      items={entries}
      columns={[
        {
          label: t('columns.what'),
          cell: ({ actor, action, subject, at }) => (
            <>
              <span translate={isName(actor) ? 'no' : undefined} className="font-medium">
                {actorText(actor)}
              </span>
              <span className="block text-ink-soft">
                {actionText(action)}
                {subject && (
                  <>
                    : <span translate="no">{subject}</span>
                  </>
                )}
              </span>
              <span className="block text-ink-faint md:hidden">
                <UtcTime iso={at} />
              </span>
            </>
          ),
        },
        { label: t('columns.when'), from: 'md', cell: ({ at }) => <UtcTime iso={at} /> },
        {
          label: t('columns.outcome'),
          from: 'md',
          cell: ({ outcome, reason }) => (
            <>
              <Badge tone={outcome === 'refused' ? 'bad' : 'plain'}>{outcomeText(outcome)}</Badge>
              {reason && <span className="block text-ink-faint">{reasonText(reason)}</span>}
            </>
          ),
        },
        {
          label: t('columns.correlation'),
          from: 'xl',
          cell: ({ correlationId }) => (
            <span className="font-mono text-xs/5 break-all">{correlationId ?? '–'}</span>
          ),
        },
        {
          label: t('columns.inquiry'),
          cell: ({ inquiry, reference }) => (
            <InquiryLink id={inquiry} reference={reference} back={address} />
          ),
        },
      ]}
      empty={empty}
    />
  )
}
