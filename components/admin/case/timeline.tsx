import {
  ArrowRightLeft,
  Ban,
  CircleCheck,
  CircleX,
  Eye,
  FilePlus2,
  IdCard,
  Landmark,
  type LucideIcon,
  Mail,
  Radio,
  RefreshCw,
  Undo2,
  UserRound,
  UserSearch,
} from 'lucide-react'
import { AUDIT_ACTIONS, actorName, outcomeText } from '@/components/admin/audit-table'
import { statusName } from '@/components/admin/status'
import { entryFor, inWords } from '@/components/admin/words'
import { Panel } from '@/components/ui/card'
import { UtcTime } from '@/components/ui/utc-time'
import type { TimelineEntry } from '@/lib/back-office/inquiry-detail'
import { isDecision } from '@/lib/inquiries/status'

const ICONS = {
  requested: FilePlus2,
  event: Radio,
  change: ArrowRightLeft,
  audit: UserRound,
} as const

/** By the new status or the audited action. */
const ICON_OF_CODE: Readonly<Record<string, LucideIcon>> = {
  NEEDS_REVIEW: UserSearch,
  APPROVED: CircleCheck,
  DECLINED: CircleX,
  FAILED: CircleX,
  'inquiry.viewed': Eye,
  'identity.revealed': IdCard,
  'inquiry.refreshed': RefreshCw,
  'account.granted': CircleCheck,
  'account.withdrawn': Undo2,
  'account.opened': Landmark,
  'account.refused': CircleX,
  'account.blocked': Ban,
  'customer.notified': Mail,
}

function iconOf(entry: TimelineEntry): LucideIcon {
  if (entry.kind === 'change' && isDecision(entry.from)) return Undo2
  const code = entry.kind === 'change' ? entry.to : entry.kind === 'audit' ? entry.action : ''
  return entryFor(ICON_OF_CODE, code) ?? ICONS[entry.kind]
}

/** Newest first, so that new entries appear at the top. */
export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Panel title="Timeline">
      <ol aria-live="polite" aria-relevant="additions">
        {entries.toReversed().map((entry) => {
          const Icon = iconOf(entry)
          const { title, detail } = timelineText(entry)
          return (
            <li key={entry.id} className="flex gap-3 pb-3 last:pb-0">
              <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-muted text-muted-foreground">
                <Icon aria-hidden="true" className="size-3.5" />
              </span>
              <div className="min-w-0 flex-1 text-sm/6 break-words">
                <p>
                  <span>{title}</span>
                  {detail && (
                    <span className="text-subtle-foreground max-sm:block">
                      <span aria-hidden="true" className="max-sm:hidden">
                        {' · '}
                      </span>
                      <span>{detail}</span>
                    </span>
                  )}
                </p>
                <p className="text-xs/5 text-subtle-foreground">
                  <UtcTime at={entry.at} />
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

const delivered = (count: number): string =>
  `delivered ${['', 'once', 'twice'][count] || `${count} times`}`

const BECAME: Readonly<Record<string, string>> = {
  PENDING: 'The check is ready for the applicant',
  COMPLETED: 'The applicant finished the check',
  NEEDS_REVIEW: 'The service sent the case to review',
  APPROVED: 'The service approved the applicant',
  DECLINED: 'The service declined the applicant',
  FAILED: 'The check failed',
}

export function timelineText(entry: TimelineEntry): { title: string; detail?: string } {
  switch (entry.kind) {
    case 'requested':
      return { title: 'Application received' }
    case 'event':
      if (entry.isSetAside)
        return {
          title: 'The service sent an event with our reference and another inquiry’s id',
          detail: 'set aside',
        }
      return entry.status
        ? {
            title: `The service reported: ${statusName(entry.status)}`,
            detail: delivered(entry.deliveries),
          }
        : {
            title: 'The service sent an event of an unknown type',
            detail: `${inWords(entry.type)}, ${delivered(entry.deliveries)}`,
          }
    case 'change':
      return {
        title: isDecision(entry.from)
          ? `The service reversed its decision: ${statusName(entry.from ?? '')} became ${statusName(entry.to)}`
          : (entryFor(BECAME, entry.to) ?? `The status changed: ${statusName(entry.to)}`),
        detail: entry.isByPerson
          ? 'decided by a person in the portal, checked with the service'
          : 'checked with the service',
      }
    case 'audit': {
      const detail = entry.action === 'customer.notified' ? outcomeText(entry) : actorName(entry.by)
      return {
        title: entryFor(AUDIT_ACTIONS, entry.action) ?? inWords(entry.action),
        detail: entry.outcome === 'refused' ? `${detail}, refused` : detail,
      }
    }
  }
}
