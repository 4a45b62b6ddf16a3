import { ArrowRightLeft, Eye, FilePlus2, Landmark, Radio } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useStatusName } from '@/components/admin/status'
import { UtcTime } from '@/components/ui/utc-time'
import type { TimelineEntry } from '@/lib/back-office/views'
import { CopyId } from './copy-id'
import { Panel } from './panel'
import { timelineText } from './timeline-text'

const ICONS = { requested: FilePlus2, event: Radio, change: ArrowRightLeft, audit: Eye } as const

const iconOf = (entry: TimelineEntry) =>
  entry.kind === 'audit' && entry.action.startsWith('account.') ? Landmark : ICONS[entry.kind]

export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  const t = useTranslations('StaffCase')
  return (
    <Panel title={t('timeline.title')}>
      <Timeline entries={entries} />
    </Panel>
  )
}

/** Newest first, so that new entries appear where the reader is looking. */
function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const t = useTranslations('StaffCase')
  const nameOf = useStatusName()
  return (
    <ol aria-live="polite" aria-relevant="additions">
      {entries.toReversed().map((entry) => {
        const Icon = iconOf(entry)
        const { title, detail, code } = timelineText(entry, t, nameOf)
        return (
          <li key={entry.id} className="group relative flex gap-3 pb-3.5 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-7 bottom-0.5 left-3 w-px bg-line group-last:hidden"
            />
            <span
              translate="no"
              title={code}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft"
            >
              <Icon aria-hidden="true" className="size-3.5" />
            </span>
            <div className="flex min-w-0 flex-1 items-start justify-between gap-x-4 text-sm/6 max-sm:flex-col">
              <p className="min-w-0 break-words">
                {title}
                {detail && <span className="text-ink-faint"> · {detail}</span>}
              </p>
              <p className="flex shrink-0 items-center text-xs/6 text-ink-faint max-sm:flex-row-reverse">
                {entry.correlationId ? (
                  <CopyId id={entry.correlationId} name={t('correlationId')} />
                ) : (
                  <span className="size-6" />
                )}
                <UtcTime iso={entry.at} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
