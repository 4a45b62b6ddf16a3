import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { statusName } from '@/components/admin/status'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { CopyId } from './copy-id'
import { Panel } from './panel'

const time = (iso: string | null) => iso && <UtcTime iso={iso} />

/** What we know about the case, what the applicant entered, and the ids to find it by at the service and in logs. */
export function DetailsPanel({ inquiry }: { inquiry: InquiryDetail }) {
  const t = useTranslations('StaffCase')
  const form = useTranslations('Form')
  /** Then only a reversal is still possible. */
  const isFinal = isDecision(inquiry.status)
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(21.5rem,100%),1fr))] gap-x-8 gap-y-5 print:grid-cols-1">
        {/* Both have few facts, so they share a column. */}
        <div className="grid content-start gap-y-5">
          <Group title={t('factGroups.application')}>
            {/* Customers can write anything in the other fields, so only the product is printed. */}
            {inquiry.application.map(({ name, value }) => (
              <Fact
                key={name}
                label={form(`${name}.staffLabel`)}
                className={name === 'product' ? '' : 'print:hidden'}
              >
                <span className="whitespace-pre-line">{value}</span>
              </Fact>
            ))}
          </Group>
          <Group title={t('factGroups.ids')}>
            <Fact label={t('facts.referenceId')}>
              <span className="flex items-center gap-0.5 font-mono text-xs/6 text-ink-soft">
                <span
                  title={inquiry.referenceId}
                  className="truncate print:break-all print:whitespace-normal"
                >
                  {inquiry.referenceId}
                </span>
                <CopyId id={inquiry.referenceId} name={t('facts.referenceId')} />
              </span>
            </Fact>
            {ids.map(([name, id]) => (
              <Fact key={name} label={name}>
                {id && (
                  <span className="inline-flex items-center">
                    <span
                      className={`font-mono text-xs text-ink-soft ${id === inquiry.correlationId ? 'print:hidden' : ''}`}
                    >
                      …{id.slice(-6)}
                    </span>
                    {/* On paper, nobody can copy it. The inquiryId stays short, because it starts the hosted flow (F2). */}
                    {id === inquiry.correlationId && (
                      <span className="hidden font-mono text-xs print:inline">{id}</span>
                    )}
                    <CopyId id={id} name={name} />
                  </span>
                )}
                {id && id === inquiry.inquiryId && (
                  <span className="hidden text-xs/5 print:block">{t('shortened')}</span>
                )}
              </Fact>
            ))}
          </Group>
        </div>
        <Group title={t('factGroups.course')}>
          <Fact label={t('facts.reported')}>
            {inquiry.reportedStatus && statusName(inquiry.reportedStatus)}
          </Fact>
          <Fact label={t('facts.requested')}>{time(inquiry.createdAt)}</Fact>
          <Fact label={t('facts.confirmed')}>{time(inquiry.readAt) ?? t('facts.notYet')}</Fact>
          {isFinal ? (
            <Fact label={t('facts.reversalCheck')}>{time(inquiry.nextReadAt)}</Fact>
          ) : (
            <Fact label={t('facts.nextCheck')}>{time(inquiry.nextReadAt) ?? t('facts.none')}</Fact>
          )}
          <Fact label={t('facts.granted')}>{time(inquiry.grantedAt)}</Fact>
          <Fact label={t('facts.accountOpened')}>{account}</Fact>
          <Fact label={t('facts.reversed')}>{time(inquiry.reversedAt)}</Fact>
          <Fact label={t('facts.expires')}>{isFinal ? null : time(inquiry.expiresAt)}</Fact>
          <Fact label={t('facts.attempts')}>
            {inquiry.openAttempts > 1 ? String(inquiry.openAttempts) : null}
          </Fact>
        </Group>
      </div>
    </Panel>
  )
}

interface PartProps {
  className?: string
  children: ReactNode
}

function Group({ title, className = '', children }: PartProps & { title: string }) {
  return (
    <section className={className}>
      <h3 className="mb-1.5 border-b border-line pb-1.5 text-[0.8125rem]/5 font-medium tracking-normal text-ink-soft">
        {title}
      </h3>
      <dl className="grid gap-y-1.5 text-sm/6">{children}</dl>
    </section>
  )
}

/** Renders nothing without a value. */
function Fact({ label, className = '', children }: PartProps & { label: string }) {
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
