import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CopyText } from '@/components/admin/copy-text'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge } from '@/components/ui/badge'
import { ColumnTime } from '@/components/ui/utc-time'
import type { AuditListItem } from '@/lib/back-office/views'
import { isName, useAuditTexts } from './audit-text'

interface AuditTableProps {
  entries: AuditListItem[]
  /** This list's URL, for the link back from an inquiry. */
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
          label: t('actor'),
          phone: 'row',
          cell: ({ actor, action, subject, outcome }) => (
            <>
              <span translate={isName(actor) ? 'no' : undefined} className="font-medium">
                {actorText(actor)}
              </span>{' '}
              <span className="text-ink-soft md:hidden">
                <Action text={actionText(action)} subject={subject} />
              </span>
              {saysMore(action, outcome) && (
                <span
                  className={`md:hidden ${outcome === 'refused' ? 'font-medium text-bad' : 'text-ink-faint'}`}
                >
                  {' '}
                  · {outcomeText(outcome)}
                </span>
              )}
            </>
          ),
        },
        {
          label: t('action'),
          phone: 'hide',
          cell: ({ action, subject }) => (
            <span className="text-ink">
              <Action text={actionText(action)} subject={subject} />
            </span>
          ),
        },
        {
          label: t('columns.when'),
          phone: 'start',
          cell: ({ at }) => (
            <span className="max-md:text-xs/6 max-md:text-ink-faint">
              <ColumnTime toSecond iso={at} />
            </span>
          ),
        },
        {
          label: t('columns.outcome'),
          phone: 'hide',
          cell: ({ action, outcome, reason }) => (
            <>
              {outcome === 'refused' ? (
                <Badge tone="bad">{outcomeText(outcome)}</Badge>
              ) : (
                <span className={saysMore(action, outcome) ? '' : 'sr-only'}>
                  {outcomeText(outcome)}
                </span>
              )}
              {reason && <span className="block text-ink-faint">{reasonText(reason)}</span>}
            </>
          ),
        },
        {
          label: t('columns.inquiry'),
          phone: 'end',
          cell: ({ inquiry, reference, correlationId }) => (
            <span className="inline-flex items-center gap-1 max-md:text-xs/6">
              <InquiryLink id={inquiry} reference={reference} back={address} />
              <span className="max-xl:hidden">
                <CopyText text={correlationId} name={t('columns.correlation')} />
              </span>
            </span>
          ),
        },
      ]}
      empty={empty}
    />
  )
}

function Action({ text, subject }: { text: string; subject: string | null }) {
  if (!subject) return text
  return (
    <>
      {text}: <span translate="no">{subject}</span>
    </>
  )
}

/** False if the outcome only repeats the action ("Account opened: opened") or is "allowed", as nearly every one is. */
const saysMore = (action: string, outcome: string): boolean =>
  outcome !== 'allowed' && !action.endsWith(`.${outcome}`)
