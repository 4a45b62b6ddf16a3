import { ArrowRightLeft, Eye, FilePlus2, Landmark, Radio } from 'lucide-react'
import { statusName } from '@/components/admin/status'
import { causeText, entryFor, inWords } from '@/components/admin/words'
import { Panel } from '@/components/ui/card'
import { UtcTime } from '@/components/ui/utc-time'
import type { TimelineEntry } from '@/lib/back-office/inquiry-detail'
import { isDecision } from '@/lib/inquiries/status'

const ICONS = { requested: FilePlus2, event: Radio, change: ArrowRightLeft, audit: Eye } as const

/** Newest first, so that new entries appear where the reader is looking. */
export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Panel title="Timeline">
      <ol aria-live="polite" aria-relevant="additions">
        {entries.toReversed().map((entry) => {
          const isOfMoney = entry.kind === 'audit' && entry.action.startsWith('account.')
          const Icon = isOfMoney ? Landmark : ICONS[entry.kind]
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
                  <UtcTime iso={entry.at} />
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

const DID: Readonly<Record<string, (who: string) => string>> = {
  'inquiry.viewed': (who) => `${who} opened this case`,
  'identity.revealed': (who) => `${who} requested identity and documents`,
  'inquiry.refreshed': (who) => `${who} refreshed the status`,
  'account.granted': () => 'We granted the approval',
  'account.withdrawn': () => 'We withdrew the approval',
  'account.opened': () => 'The account was opened',
  'account.refused': () => 'The core system refused to open the account',
  'account.not_granted': () =>
    'No account was granted: the applicant has one from another application',
}

export function timelineText(entry: TimelineEntry): { title: string; detail?: string } {
  switch (entry.kind) {
    case 'requested':
      return {
        title: 'Application received',
        detail: entry.error ? `opening failed at first: ${causeText(entry.error)}` : undefined,
      }
    case 'event':
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
        detail: 'checked with the service',
      }
    case 'audit': {
      const tell = entryFor(DID, entry.action)
      // A later version wrote this one.
      if (!tell) return { title: inWords(entry.action), detail: entry.by }
      const isRefused = entry.outcome === 'refused'
      return {
        title: tell(entry.by === 'you' ? 'You' : entry.by),
        detail: isRefused ? 'refused' : undefined,
      }
    }
  }
}
