import { ArrowRightLeft, Eye, FilePlus2, Landmark, Radio } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ClockTime, utcDayText } from '@/components/ui/utc-time'
import type { TimelineEntry } from '@/lib/back-office/views'
import { CopyId } from './copy-id'
import { Panel } from './panel'
import { timelineText } from './timeline-text'

const ICONS = { requested: FilePlus2, event: Radio, change: ArrowRightLeft, audit: Eye } as const

const iconOf = (entry: TimelineEntry) =>
  entry.kind === 'audit' && entry.action.startsWith('account.') ? Landmark : ICONS[entry.kind]

interface TimelineProps {
  entries: TimelineEntry[]
  /** For printouts, where "you" means nothing. */
  readerName: string
}

export function TimelinePanel(props: TimelineProps) {
  const t = useTranslations('StaffCase')
  return (
    <Panel title={t('timeline.title')}>
      <Timeline {...props} />
    </Panel>
  )
}

/** Newest first, so that new entries appear where the reader is looking. */
function Timeline({ entries, readerName }: TimelineProps) {
  const dayOf = ({ at }: TimelineEntry) => at.slice(0, 10)
  return (
    <ol aria-live="polite" aria-relevant="additions">
      {entries.toReversed().map((entry, index, all) => {
        const above = all[index - 1]
        const isFirstOfDay = above === undefined || dayOf(above) !== dayOf(entry)
        return (
          <li key={entry.id} className="group relative pb-3 last:pb-0">
            {isFirstOfDay && (
              <p
                aria-hidden="true"
                className={`mb-2 text-xs/5 font-medium text-ink-faint ${index > 0 ? 'mt-1' : ''}`}
              >
                {utcDayText(entry.at)}
              </p>
            )}
            <Entry entry={entry} readerName={readerName} />
          </li>
        )
      })}
    </ol>
  )
}

function Entry({ entry, readerName }: { entry: TimelineEntry; readerName: string }) {
  const t = useTranslations('StaffCase')
  const Icon = iconOf(entry)
  const { title, detail, code } = timelineText(entry, t)
  const isReader = entry.kind === 'audit' && entry.by === 'you'
  return (
    <div className="flex gap-3">
      <span
        translate="no"
        title={code}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft print:hidden"
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <p className="min-w-0 flex-1 text-sm/6 break-words">
        <span className={isReader ? 'print:hidden' : ''}>{title}</span>
        {isReader && (
          <span className="hidden print:inline">
            {timelineText({ ...entry, by: readerName }, t).title}
          </span>
        )}{' '}
        {detail && (
          <span className="text-ink-faint">
            <span aria-hidden="true">· </span>
            {detail}
          </span>
        )}
      </p>
      <p className="flex shrink-0 items-start gap-0.5 text-xs/6 text-ink-faint">
        {entry.correlationId && (
          <span className="pointer-fine:opacity-0 group-hover:opacity-100 focus-within:opacity-100">
            <CopyId id={entry.correlationId} name={t('correlationId')} />
          </span>
        )}
        <ClockTime iso={entry.at} />
      </p>
    </div>
  )
}
