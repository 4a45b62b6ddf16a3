import { ArrowRightLeft, Eye, FilePlus2, Radio } from 'lucide-react'
import { auditActionText } from '@/components/admin/audit/audit-text'
import { UtcTime } from '@/components/ui/utc-time'
import type { TimelineEntry } from '@/lib/back-office/views'

const ICONS = { open: FilePlus2, event: Radio, change: ArrowRightLeft, view: Eye } as const

/** What happened, oldest first. Entries with the same correlation id belong to the same request. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol>
      {entries.map((entry, index) => {
        const Icon = ICONS[entry.kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no unique key, and the list only grows at its end
          <li key={index} className="group relative flex gap-4 pb-6 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-9 bottom-1 left-4 w-px bg-line group-last:hidden"
            />
            <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft">
              <Icon aria-hidden="true" className="size-4" />
            </span>
            <div className="min-w-0 pt-1 text-[0.9375rem]/6">
              <p className="font-medium break-words">
                {entry.kind === 'view' ? auditActionText(entry.label) : entry.label}
              </p>
              {entry.detail && (
                <p className="text-sm/6 break-words text-ink-soft">{entry.detail}</p>
              )}
              <p className="text-sm/6 text-ink-faint">
                <UtcTime iso={entry.at} />
              </p>
              {entry.correlationId && (
                <p className="font-mono text-xs/5 break-all text-ink-faint">
                  correlation {entry.correlationId}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
