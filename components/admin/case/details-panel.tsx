import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useStatusName } from '@/components/admin/status'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { CopyId } from './copy-id'
import { Panel } from './panel'

const time = (iso: string | null) => iso && <UtcTime iso={iso} />

/** What we know about the case, what the applicant entered, and the ids to find it by at the service and in logs. */
export function DetailsPanel({ inquiry }: { inquiry: InquiryDetail }) {
  const t = useTranslations('StaffCase')
  const form = useTranslations('Form')
  const nameOf = useStatusName()
  const account = inquiry.accountOpenedAt && (
    <>
      {time(inquiry.accountOpenedAt)}
      {inquiry.account && <span className="block tabular-nums">{inquiry.account}</span>}
    </>
  )
  const ids = [
    [t('facts.inquiryId'), inquiry.inquiryId],
    [t('facts.correlationId'), inquiry.correlationId],
  ] as const
  return (
    <Panel title={t('details')}>
      {/* As many columns as can fit a label next to a time. */}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(21.5rem,100%),1fr))] gap-x-8 gap-y-1.5 text-sm/6">
        {inquiry.application.map(({ name, value }) => (
          // Customers can write anything here, so it isn't printed.
          <Fact key={name} label={form(`${name}.staffLabel`)} className="print:hidden">
            <span className="whitespace-pre-line">{value}</span>
          </Fact>
        ))}
        <Fact label={t('facts.reported')}>
          {inquiry.reportedStatus && nameOf(inquiry.reportedStatus)}
        </Fact>
        <Fact label={t('facts.requested')}>{time(inquiry.createdAt)}</Fact>
        <Fact label={t('facts.confirmed')}>{time(inquiry.readAt) ?? t('facts.notYet')}</Fact>
        <Fact label={t('facts.nextCheck')}>{time(inquiry.nextReadAt) ?? t('facts.none')}</Fact>
        <Fact label={t('facts.granted')}>{time(inquiry.grantedAt)}</Fact>
        <Fact label={t('facts.accountOpened')}>{account}</Fact>
        <Fact label={t('facts.reversed')}>{time(inquiry.reversedAt)}</Fact>
        <Fact label={t('facts.expires')}>{time(inquiry.expiresAt)}</Fact>
        <Fact label={t('facts.attempts')}>
          {inquiry.openAttempts > 1 ? String(inquiry.openAttempts) : null}
        </Fact>
        <Fact label={t('facts.referenceId')}>
          <span className="flex items-center gap-0.5 font-mono text-xs/6 text-ink-soft">
            <span className="min-w-0 break-all">{inquiry.referenceId}</span>
            <CopyId id={inquiry.referenceId} name={t('facts.referenceId')} />
          </span>
        </Fact>
        {ids.map(([name, id]) => (
          <Fact key={name} label={name} className="print:hidden">
            {id && (
              <span className="inline-flex items-center">
                <span className="font-mono text-xs text-ink-soft">…{id.slice(-6)}</span>
                <CopyId id={id} name={name} />
              </span>
            )}
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}

/** Renders nothing without a value. */
function Fact({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  if (children === null || children === '') return null
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_11.25rem] gap-x-3 sm:grid-cols-[9.5rem_minmax(0,1fr)] ${className}`}
    >
      <dt className="text-ink-faint">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
