import { CalendarRange, SlidersHorizontal, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { Button, buttonClass } from '@/components/ui/button'

interface FilterSheetProps {
  /** How many of the fields are in use. */
  active: number
  /** The URL of the unfiltered list; null if nothing is filtered. */
  clear: string | null
  /** Whether there's also a clear link next to the button that opens the sheet. */
  offersClear?: boolean
  /** What the sheet is called if it has only the period, and the chosen one; if none is, null. */
  period?: { title: string; chosen: string | null }
  children: ReactNode
}

/**
 * Form fields. On a phone they're in a sheet behind one button, so that the list starts on the first screen; wider screens
 * show them in the form, which a script submits at once. The sheet is a `popover`, so it needs no script, and browsers
 * without popovers show the fields.
 */
export function FilterSheet({
  active,
  clear,
  offersClear = true,
  period,
  children,
}: FilterSheetProps) {
  const t = useTranslations('StaffLists')
  const id = useId()
  return (
    <>
      <div className="flex gap-2 md:hidden">
        <button
          type="button"
          popoverTarget={id}
          className={`${buttonClass({ tone: 'secondary', size: 'small' })} h-10!`}
        >
          {period ? (
            <CalendarRange aria-hidden="true" className="size-4" />
          ) : (
            <SlidersHorizontal aria-hidden="true" className="size-4" />
          )}
          {period
            ? period.chosen === null
              ? period.title
              : t('periodOf', { period: period.chosen })
            : t('filters')}
          {active > 0 && !period && (
            <span className="-mr-1 min-w-5 rounded-full bg-brand px-1.5 text-center text-xs/5 font-semibold text-on-brand tabular-nums">
              <span aria-hidden="true">{active}</span>
              <span className="sr-only">{t('activeFilters', { count: active })}</span>
            </span>
          )}
        </button>
        {offersClear && clear !== null && (
          <a href={clear} className={`${buttonClass({ tone: 'secondary', size: 'small' })} h-10!`}>
            {t('clear')}
          </a>
        )}
      </div>
      <div
        id={id}
        popover="auto"
        className="text-ink backdrop:bg-black/50 max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:max-h-[85dvh] max-md:w-auto max-md:gap-4 max-md:overflow-y-auto max-md:rounded-t-2xl max-md:border-t max-md:border-line max-md:bg-surface max-md:px-5 max-md:pt-4 max-md:pb-6 max-md:shadow-xl max-md:open:grid md:contents"
      >
        <div className="flex items-center justify-between md:hidden">
          <p className="text-lg font-semibold tracking-tight">{period?.title ?? t('filters')}</p>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={t('close')}
            className={`${buttonClass({ tone: 'quiet', size: 'small' })} -mr-2 w-9 px-0!`}
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        </div>
        {children}
        <div className="flex gap-2 max-md:mt-1">
          <Button
            type="submit"
            tone="secondary"
            size="small"
            className="h-10 md:not-noscript:hidden max-md:flex-1 max-md:border-brand! max-md:bg-brand! max-md:text-on-brand!"
          >
            <span className="md:hidden">{t('showResults')}</span>
            <span className="max-md:hidden">{t('filter')}</span>
          </Button>
          {clear !== null && (
            <a
              href={clear}
              className={`${buttonClass({ tone: 'secondary', size: 'small' })} h-10! max-md:flex-1 md:border-0! md:bg-transparent! md:text-ink-soft! md:hover:bg-sunken!`}
            >
              {t('clear')}
            </a>
          )}
        </div>
      </div>
    </>
  )
}
