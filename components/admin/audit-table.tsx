import { Badge } from '@/components/ui/badge'
import { UtcTime } from '@/components/ui/utc-time'
import type { AuditListItem } from '@/lib/back-office/audit-list'
import type { AuditFacts } from '@/lib/privacy/audit'
import { DataTable, InquiryLink } from './data-table'
import { statusName } from './status'
import { entryFor, inWords } from './words'

/** The filter's options. The trail may have other actions, from another version of the app. */
export const AUDIT_ACTIONS: Readonly<Record<AuditFacts['action'], string>> = {
  'inquiry.viewed': 'Viewed the inquiry',
  'identity.revealed': 'Revealed identity and documents',
  'inquiry.refreshed': 'Refreshed the status',
  'list.exported': 'Exported the inquiry list',
  'audit.exported': 'Exported the audit trail',
  'problem.acknowledged': 'Acknowledged a problem',
  'account.granted': 'Approval granted',
  'account.withdrawn': 'Approval withdrawn',
  'account.opened': 'Account opened',
  'account.refused': 'Account refused',
  'account.blocked': 'Marked the account as blocked',
  'account.not_granted': 'No second account granted',
  'customer.notified': 'Told the customer',
  'staff.signed_in': 'Signed in',
  'staff.sign_in_failed': 'Sign-in failed',
  'staff.signed_out': 'Signed out',
  'staff.changed': 'Changed a staff account',
  'retention.applied': 'Deleted expired data',
  'applicant.erased': 'Erased an applicant’s data',
}

/** Actors that aren't people. */
export const AUDIT_ACTORS: Readonly<Record<string, string>> = {
  system: 'System',
  nobody: 'Not signed in',
}

export const actorName = (actor: string): string => entryFor(AUDIT_ACTORS, actor) ?? actor

type AuditGroup = AuditListItem & { count: number }

/** Joins what one person did several times in a row with the same inquiry, such as renewing its documents. */
export function groupRepeated(entries: readonly AuditListItem[]): AuditGroup[] {
  const groups: AuditGroup[] = []
  const isSame = (one: AuditListItem, other: AuditListItem) =>
    (['action', 'actor', 'inquiry', 'outcome', 'subject'] as const).every(
      (column) => one[column] === other[column],
    )
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && entry.inquiry && isSame(last, entry)) last.count += 1
    else groups.push({ ...entry, count: 1 })
  }
  return groups
}

export function AuditTable({ entries }: { entries: AuditListItem[] }) {
  const grouped = groupRepeated(entries)
  return (
    <DataTable
      label="Audit trail"
      items={grouped}
      columns={[
        {
          label: 'Time',
          phone: 'line',
          width: 'xl:w-60',
          cell: ({ at }) => <UtcTime at={at} />,
        },
        {
          label: 'Action',
          isRowHeader: true,
          phone: 'line',
          cell: (entry) => (
            <>
              <span className="font-medium text-foreground">
                {entryFor(AUDIT_ACTIONS, entry.action) ?? inWords(entry.action)}
                {entry.subject && (
                  <>
                    : <span translate="no">{entry.subject}</span>
                  </>
                )}
              </span>{' '}
              {entry.count > 1 && (
                <span className="text-subtle-foreground">· {entry.count} times</span>
              )}
              <Outcome entry={entry} />
            </>
          ),
        },
        {
          label: 'Who',
          phone: 'shared',
          cell: ({ actor }) => <span translate="no">{actorName(actor)}</span>,
        },
        {
          label: 'Inquiry',
          phone: 'shared',
          width: 'xl:w-44',
          cell: ({ inquiry, reference }) => <InquiryLink id={inquiry} reference={reference} />,
        },
      ]}
    />
  )
}

/** How a person signed in. */
const OUTCOMES: Readonly<Record<string, string>> = {
  credentials: 'with a password',
  oidc: 'with the organisation',
  command: 'by the command',
}

/** Hidden if it only repeats the action ("Account opened: opened") or is the usual "allowed". */
function Outcome({ entry: { action, outcome } }: { entry: AuditListItem }) {
  if (outcome === 'refused') return <Badge tone="bad">{inWords(outcome)}</Badge>
  if (outcome === 'allowed' || action.endsWith(`.${outcome}`))
    return <span className="sr-only">{inWords(outcome)}</span>
  return <span className="text-subtle-foreground">· {outcomeText({ action, outcome })}</span>
}

/** The outcome of a notice is what was sent: `decided_approved`, `reversed_declined` or `account`. */
export function outcomeText({
  action,
  outcome,
}: Pick<AuditListItem, 'action' | 'outcome'>): string {
  if (action !== 'customer.notified')
    return entryFor(OUTCOMES, outcome) ?? inWords(outcome).toLowerCase()
  const [kind = '', ...status] = outcome.split('_')
  if (status.length === 0) return `about the ${kind}`
  const name = statusName(status.join('_').toUpperCase()).toLowerCase()
  return kind === 'reversed' ? `${name}, after a reversal` : name
}
