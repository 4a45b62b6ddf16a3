import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ClockTime, utcDayText } from '@/components/ui/utc-time'
import type { AuditFacts } from '@/lib/audit'
import type { AuditListItem } from '@/lib/back-office/audit-list'
import { CopyText, DataTable, InquiryLink } from './data-table'
import { entryFor, inWords } from './words'

/** The actions that the filter offers. The trail may have others, from another version. */
export const AUDIT_ACTIONS: Readonly<Record<AuditFacts['action'], string>> = {
  'inquiry.viewed': 'Viewed an inquiry',
  'identity.revealed': 'Requested identity and documents',
  'inquiry.refreshed': 'Refreshed the status',
  'list.exported': 'Exported the inquiry list',
  'audit.exported': 'Exported the audit trail',
  'account.granted': 'Approval granted',
  'account.withdrawn': 'Approval withdrawn',
  'account.opened': 'Account opened',
  'account.refused': 'Account refused',
  'account.not_granted': 'Not granted',
  'staff.signed_in': 'Signed in',
  'staff.sign_in_failed': 'Sign-in failed',
  'staff.signed_out': 'Signed out',
  'staff.changed': 'Changed a staff account',
  'retention.applied': 'Deleted expired data',
  'applicant.erased': 'Erased an applicant’s data',
}

/** Every other actor is a person. */
export const AUDIT_ACTORS: Readonly<Record<string, string>> = {
  system: 'System',
  nobody: 'Someone not signed in',
}

interface AuditTableProps {
  entries: AuditListItem[]
  /** This list's URL, for the link back from an inquiry. */
  address: string
  empty: ReactNode
}

export function AuditTable({ entries, address, empty }: AuditTableProps) {
  return (
    <DataTable
      label="Audit trail"
      items={entries}
      groupOf={({ at }) => utcDayText(at)}
      isCentred
      columns={[
        {
          label: 'Time',
          phone: 'start',
          width: 'md:w-28',
          cell: ({ at, actor }) => (
            <span className="text-muted-foreground max-md:text-xs/6 max-md:text-subtle-foreground">
              <ClockTime iso={at} />
              <span className="ml-2 md:hidden">
                <Actor actor={actor} />
              </span>
            </span>
          ),
        },
        {
          label: 'Action',
          phone: 'row',
          width: 'md:w-[46%]',
          cell: (entry) => (
            <span className="md:flex md:flex-wrap md:items-center md:gap-x-1.5">
              <span className="font-medium text-foreground">
                {entryFor(AUDIT_ACTIONS, entry.action) ?? inWords(entry.action)}
                {entry.subject && (
                  <>
                    : <span translate="no">{entry.subject}</span>
                  </>
                )}
              </span>{' '}
              <Outcome entry={entry} />
            </span>
          ),
        },
        {
          label: 'Who',
          phone: 'hide',
          cell: ({ actor }) => <Actor actor={actor} />,
        },
        {
          label: 'Inquiry',
          phone: 'end',
          width: 'md:w-40',
          cell: ({ inquiry, reference, correlationId }) => (
            <span className="flex h-6 items-center gap-1">
              <InquiryLink id={inquiry} reference={reference} back={address} />
              <span className="max-xl:hidden">
                <CopyText text={correlationId} name="Correlation ID" />
              </span>
            </span>
          ),
        },
      ]}
      empty={empty}
    />
  )
}

function Actor({ actor }: { actor: string }) {
  const text = entryFor(AUDIT_ACTORS, actor)
  return (
    <span translate={text ? undefined : 'no'} className="inline-block md:whitespace-nowrap">
      {text ?? actor}
    </span>
  )
}

/** How somebody signed in. */
const OUTCOMES: Readonly<Record<string, string>> = {
  credentials: 'with a password',
  oidc: 'with the organisation',
  command: 'by the command',
}

/** Seen unless it only repeats the action ("Account opened: opened") or is "allowed", as nearly every one is. */
function Outcome({ entry: { action, outcome } }: { entry: AuditListItem }) {
  if (outcome === 'refused') return <Badge tone="bad">{inWords(outcome)}</Badge>
  if (outcome === 'allowed' || action.endsWith(`.${outcome}`))
    return <span className="sr-only">{inWords(outcome)}</span>
  const text = entryFor(OUTCOMES, outcome) ?? inWords(outcome).toLowerCase()
  return <span className="text-subtle-foreground">· {text}</span>
}
