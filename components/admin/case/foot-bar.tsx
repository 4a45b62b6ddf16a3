import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DecideInFootBar } from './decide-link'

interface CaseFootBarProps {
  reasons: readonly string[]
  decideUrl: string
}

/**
 * On a phone, the reason and the decision are screens apart, so this bar has both at the foot of the window. It's sticky
 * and the last element of the page, so at the end it covers nothing. Screen readers skip the repeated reason.
 */
export function CaseFootBar({ reasons: [reason, ...others], decideUrl }: CaseFootBarProps) {
  const t = useTranslations('StaffCase')
  return (
    <div
      data-foot-bar=""
      className="sticky bottom-0 z-20 -mx-5 mt-6 -mb-8 flex flex-col gap-2 border-t border-line bg-surface px-5 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(0_0_0/0.06)] sm:-mx-8 sm:flex-row sm:items-center sm:px-8 md:hidden print:hidden"
    >
      <p aria-hidden="true" className="flex min-w-0 items-center gap-2 text-sm/5 sm:flex-1">
        <TriangleAlert className="size-4 shrink-0 text-warn" />
        <span lang={reason === undefined ? undefined : ''} className="truncate">
          {reason ?? t('noReasons')}
        </span>
        {others.length > 0 && (
          <span className="shrink-0 text-ink-faint tabular-nums">+{others.length}</span>
        )}
      </p>
      <DecideInFootBar href={decideUrl} />
    </div>
  )
}
