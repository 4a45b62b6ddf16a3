'use client'
import { Eye, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { DecideInFootBar } from './decide-link'

interface CaseFootBarProps {
  reasons: readonly string[]
  decideUrl: string
}

/**
 * Below the width where the header has the link to decide, the reason and the decision are screens apart, so this bar has
 * both at the foot of the window. On a phone, it first has the button that reveals. It's sticky and the last element of the
 * page, so at the end it covers nothing. Screen readers skip the repeated reason.
 */
export function CaseFootBar({ reasons: [reason, ...others], decideUrl }: CaseFootBarProps) {
  const t = useTranslations('StaffCase')
  const { state } = useCaseReveal()
  const isShown = state.step === 'shown'
  const canShow = state.step === 'hidden' || state.step === 'loading'
  return (
    <div
      data-foot-bar=""
      className={`sticky bottom-0 z-20 -mx-5 mt-6 -mb-8 flex flex-col gap-2 border-t border-line bg-surface px-5 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(0_0_0/0.06)] sm:-mx-8 sm:flex-row sm:items-center sm:gap-4 sm:px-8 lg:-mb-10 print:hidden ${isShown ? 'xl:hidden' : 'md:hidden'}`}
    >
      {/* On a phone, not next to the same reason at the top of the page. */}
      <p
        aria-hidden="true"
        className={`flex min-w-0 items-start gap-2 text-sm/5 max-sm:text-xs/4 sm:flex-1 ${canShow ? 'max-sm:hidden' : ''}`}
      >
        <TriangleAlert className="size-4 shrink-0 text-warn sm:mt-0.5" />
        <span
          lang={reason === undefined ? undefined : ''}
          className="line-clamp-2 min-w-0 text-pretty break-words"
        >
          {reason ?? t('noReasons')}
        </span>
        {others.length > 0 && (
          <span className="shrink-0 text-ink-faint tabular-nums">+{others.length}</span>
        )}
      </p>
      <FocusKeeper>
        <div className="grid">
          {canShow ? <ShowInFootBar /> : <DecideInFootBar href={decideUrl} />}
        </div>
      </FocusKeeper>
    </div>
  )
}

function ShowInFootBar() {
  const t = useTranslations('StaffCase')
  const { state, reveal } = useCaseReveal()
  const isLoading = state.step === 'loading'
  return (
    <Button
      onClick={() => {
        document.querySelector('[data-documents]')?.scrollIntoView({ block: 'nearest' })
        reveal()
      }}
      inactive={isLoading}
    >
      {isLoading ? (
        <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
      ) : (
        <Eye aria-hidden="true" className="size-4" />
      )}
      {t('show')}
    </Button>
  )
}
