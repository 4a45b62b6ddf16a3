import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CopyText } from '@/components/admin/copy-text'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge } from '@/components/ui/badge'
import { ColumnTime, utcDayText } from '@/components/ui/utc-time'
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
  const locale = useLocale()
  const { actionText } = useAuditTexts()
  return (
    <DataTable
      label={t('trail')}
      items={entries}
      groupOf={({ at }) => utcDayText(at, locale)}
      columns={[
        {
          label: t('columns.when'),
          phone: 'start',
          width: 'md:w-28',
          cell: ({ at }) => (
            <span className="text-ink-soft max-md:text-xs/6 max-md:text-ink-faint">
              <ColumnTime isUnderDay iso={at} />
            </span>
          ),
        },
        {
          label: t('action'),
          phone: 'row',
          width: 'md:w-[46%]',
          cell: (entry) => (
            <span className="md:flex md:flex-wrap md:items-center md:gap-x-2">
              <span className="font-medium text-ink">
                <Action text={actionText(entry.action)} subject={entry.subject} />
              </span>{' '}
              <Detail entry={entry} />
              <span className="text-ink-faint md:hidden">
                {' '}
                <span aria-hidden="true">· </span>
                <span className="inline-block">
                  <Actor actor={entry.actor} />
                </span>
              </span>
            </span>
          ),
        },
        {
          label: t('actor'),
          phone: 'hide',
          cell: ({ actor }) => (
            <span className="md:whitespace-nowrap">
              <Actor actor={actor} />
            </span>
          ),
        },
        {
          label: t('columns.inquiry'),
          phone: 'end',
          width: 'md:w-40',
          cell: ({ inquiry, reference, correlationId }) => (
            <span className="inline-flex items-center gap-1">
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

function Actor({ actor }: { actor: AuditListItem['actor'] }) {
  const { actorText } = useAuditTexts()
  return <span translate={isName(actor) ? 'no' : undefined}>{actorText(actor)}</span>
}

function Detail({ entry: { action, outcome } }: { entry: AuditListItem }) {
  const { outcomeText } = useAuditTexts()
  const says = saysMore(action, outcome)
  return (
    <>
      {says && outcome !== 'refused' && (
        <span aria-hidden="true" className="text-ink-faint md:hidden">
          ·{' '}
        </span>
      )}
      {outcome === 'refused' ? (
        <Badge tone="bad">{outcomeText(outcome)}</Badge>
      ) : (
        <span className={says ? 'text-ink-faint' : 'sr-only'}>{outcomeText(outcome)}</span>
      )}
    </>
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
