import { CalendarRange, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import { PeriodPresets, usePeriodName, utcDay } from './period-presets'

interface PeriodFieldProps {
  from: string | undefined
  to: string | undefined
  /** The start of a day, in the format of the list's fields. */
  startOf?: (day: string) => string
  /** The URL of the list from this day on, with the other filters unchanged. */
  hrefFrom: (from: string | undefined) => string
  /** Whether a phone shows the name too, for a sheet that isn't called after it. */
  isNamed?: boolean
  /** The fields for any other period. */
  children: ReactNode
}

/**
 * The period behind one button, which says what it is. A phone shows its content in the sheet of filters. It's a `popover`,
 * so it needs no script. Browsers that can't place it next to its button show it in the middle of the window.
 */
export function PeriodField({
  from,
  to,
  startOf = (day) => day,
  hrefFrom,
  isNamed = false,
  children,
}: PeriodFieldProps) {
  const t = useTranslations('StaffLists')
  const id = useId()
  const today = utcDay(new Date())
  const chosen = usePeriodName({ from, to, startOf }) ?? t('anyTime')
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex h-10 items-center gap-2 rounded-lg border border-line-strong/70 bg-surface px-3 text-sm whitespace-nowrap max-md:hidden"
      >
        <CalendarRange aria-hidden="true" className="size-4 text-ink-faint" />
        <span className="sr-only">{t('period')}: </span>
        {chosen}
        <ChevronDown aria-hidden="true" className="size-4 text-ink-faint" />
      </button>
      <div
        id={id}
        popover="auto"
        className="period-popover gap-3 text-ink max-md:static max-md:grid max-md:w-auto max-md:bg-transparent max-md:p-0 md:w-88 md:rounded-xl md:border md:border-line md:bg-surface md:p-4 md:shadow-lg md:open:grid"
      >
        {isNamed && (
          <p aria-hidden="true" className="-mb-1.5 text-sm font-medium md:hidden">
            {t('period')}
          </p>
        )}
        <PeriodPresets today={today} from={from} to={to} startOf={startOf} hrefFrom={hrefFrom} />
        {children}
        <Button type="submit" size="small" className="justify-self-end max-md:hidden">
          {t('filter')}
        </Button>
      </div>
    </>
  )
}
