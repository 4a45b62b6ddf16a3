import { FileSearch } from 'lucide-react'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import type { AuditListItem } from '@/lib/back-office/views'
import { auditActionText, auditActorText, auditOutcomeText } from './audit-text'

export function AuditTable({ entries }: { entries: AuditListItem[] }) {
  return (
    <DataTable
      label="Audit trail"
      items={entries}
      columns={[
        {
          label: 'Who did what',
          cell: ({ actor, action, subject, at }) => (
            <>
              <span className="font-medium">{auditActorText(actor)}</span>
              <span className="block text-ink-soft">
                {auditActionText(action)}
                {subject && `: ${subject}`}
              </span>
              <span className="block text-ink-faint md:hidden">
                <UtcTime iso={at} />
              </span>
            </>
          ),
        },
        { label: 'When', from: 'md', cell: ({ at }) => <UtcTime iso={at} /> },
        {
          label: 'Outcome',
          from: 'md',
          cell: ({ outcome, reason }) => (
            <>
              <Badge tone={outcome === 'refused' ? 'bad' : 'plain'}>
                {auditOutcomeText(outcome)}
              </Badge>
              {reason && <span className="block text-ink-faint">{reason}</span>}
            </>
          ),
        },
        {
          label: 'Correlation ID',
          from: 'xl',
          cell: ({ correlationId }) => (
            <span className="font-mono text-xs/5 break-all">{correlationId ?? '–'}</span>
          ),
        },
        { label: 'Inquiry', cell: ({ inquiry }) => <InquiryLink id={inquiry} /> },
      ]}
      empty={
        <EmptyState icon={FileSearch} title="Nothing recorded yet">
          Every time someone views an inquiry or reveals an identity, it's recorded here.
        </EmptyState>
      }
    />
  )
}
