import { useTranslations } from 'next-intl'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryDetail } from '@/lib/back-office/views'
import { FactList } from './fact-list'
import { Panel } from './panel'

const Code = ({ children }: { children: string }) => (
  <span className="font-mono text-[0.8125rem] break-all">{children}</span>
)

/** What the applicant entered, and the ids that find the inquiry in the service's portal and in logs. */
export function OpenPanel({ inquiry }: { inquiry: InquiryDetail }) {
  const t = useTranslations('Form')
  return (
    <Panel title="Request">
      <FactList
        facts={[
          { label: 'Requested', value: <UtcTime iso={inquiry.createdAt} /> },
          { label: 'Attempts', value: String(inquiry.openAttempts) },
          { label: 'referenceId', value: <Code>{inquiry.referenceId}</Code> },
          { label: 'inquiryId', value: inquiry.inquiryId && <Code>{inquiry.inquiryId}</Code> },
          { label: 'Correlation ID', value: <Code>{inquiry.correlationId}</Code> },
          ...inquiry.application.map(({ name, value }) => ({
            label: t(`${name}.staffLabel`),
            value: <span className="whitespace-pre-line">{value}</span>,
          })),
        ]}
      />
    </Panel>
  )
}
