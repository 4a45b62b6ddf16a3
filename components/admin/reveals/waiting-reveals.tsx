import { UserCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DataTable } from '@/components/admin/data-table'
import { inWords } from '@/components/admin/in-words'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import { REVEAL_REASONS } from '@/lib/inquiries/reveal-reasons'
import type { WaitingReveal } from '@/lib/inquiries/views'
import { shortReference } from '@/lib/short-reference'
import { type DecideAction, DecideButtons } from './decide-buttons'

export function WaitingReveals({
  requests,
  action,
}: {
  requests: WaitingReveal[]
  action: DecideAction
}) {
  const t = useTranslations('Reveals')
  const reasonText = (reason: string) => {
    const known = REVEAL_REASONS.find((code) => code === reason)
    return known ? t(`reasons.${known}`) : inWords(reason)
  }
  return (
    <DataTable
      label={t('listLabel')}
      items={requests}
      columns={[
        {
          label: t('who'),
          cell: ({ requestedBy, requestedAt }) => (
            <>
              <span className="font-medium">{requestedBy}</span>
              <span className="block text-ink-faint">
                <UtcTime iso={requestedAt} />
              </span>
            </>
          ),
        },
        {
          label: t('why'),
          phone: 'row',
          cell: ({ reason, caseNumber }) => (
            <>
              {reasonText(reason)}
              {caseNumber && <span className="block font-mono text-xs/5">{caseNumber}</span>}
            </>
          ),
        },
        {
          label: t('inquiry'),
          phone: 'row',
          cell: ({ inquiry, referenceId }) => (
            <a
              href={`/admin/inquiries/${inquiry}`}
              title={referenceId}
              className="font-medium whitespace-nowrap text-brand tabular-nums underline-offset-4 hover:underline"
            >
              {shortReference(referenceId)}
            </a>
          ),
        },
        {
          label: t('decision'),
          phone: 'row',
          isAction: true,
          cell: ({ id, requestedBy }) => (
            <DecideButtons id={id} requestedBy={requestedBy} action={action} />
          ),
        },
      ]}
      empty={
        <EmptyState icon={UserCheck} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      }
    />
  )
}
