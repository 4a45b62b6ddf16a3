import Link from 'next/link'
import { useTranslations } from 'next-intl'

const DAY_MS = 24 * 3_600_000

/** @param day in UTC: `2026-01-31` */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** How many days before today each period starts. */
const PRESETS = [
  { id: 'today', days: 0 },
  { id: 'week', days: 6 },
  { id: 'month', days: 29 },
] as const

interface PeriodPresetsProps {
  today: string
  /** The current filter. */
  from: string | undefined
  to: string | undefined
  /** The start of a day, in the format of the list's fields. */
  startOf?: (day: string) => string
  /** The URL of the list from this day on or of any day, with the other filters unchanged. */
  hrefFrom: (from: string | undefined) => string
}

interface Period {
  today: string
  from: string | undefined
  to: string | undefined
  startOf: (day: string) => string
}

/** The preset that the filter matches, if any. */
const presetOf = ({ today, from, to, startOf }: Period) =>
  to ? undefined : PRESETS.find(({ days }) => startOf(daysBefore(today, days)) === from)?.id

/** What to call the chosen period; null for any time. */
export function usePeriodName(period: Omit<Period, 'today'>): string | null {
  const t = useTranslations('StaffLists')
  if (period.from === undefined && period.to === undefined) return null
  const preset = presetOf({ today: utcDay(new Date()), ...period })
  return preset ? t(`periods.${preset}`) : t('otherPeriod')
}

const LINK =
  'flex-1 rounded-full border border-line-strong/40 px-2.5 py-1 text-center whitespace-nowrap text-ink-soft hover:border-line-strong hover:bg-sunken hover:text-ink aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft aria-[current=true]:font-medium aria-[current=true]:text-brand-strong max-md:py-2'

/** Any time, and the usual periods up to now. They're links, so they can be bookmarked and need no script. */
export function PeriodPresets({
  today,
  from,
  to,
  startOf = (day) => day,
  hrefFrom,
}: PeriodPresetsProps) {
  const t = useTranslations('StaffLists')
  return (
    <nav aria-label={t('period')} className="flex flex-wrap items-center gap-1.5 text-sm">
      <Link
        href={hrefFrom(undefined)}
        prefetch={false}
        aria-current={from === undefined && to === undefined ? 'true' : undefined}
        className={LINK}
      >
        {t('anyTime')}
      </Link>
      {PRESETS.map(({ id, days }) => {
        const start = startOf(daysBefore(today, days))
        return (
          <Link
            key={id}
            href={hrefFrom(start)}
            prefetch={false}
            aria-current={start === from && !to ? 'true' : undefined}
            className={LINK}
          >
            {t(`periods.${id}`)}
          </Link>
        )
      })}
    </nav>
  )
}
