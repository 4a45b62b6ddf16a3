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
  /** The URL of the list from this day on, with the other filters unchanged. */
  hrefFrom: (from: string) => string
}

/** The usual periods, up to now. They're links, so they can be bookmarked and need no script. */
export function PeriodPresets({
  today,
  from,
  to,
  startOf = (day) => day,
  hrefFrom,
}: PeriodPresetsProps) {
  const t = useTranslations('StaffLists')
  return (
    <nav
      aria-label={t('period')}
      className="flex items-center gap-2 text-sm md:order-last md:col-span-full md:basis-full"
    >
      <span aria-hidden="true" className="text-ink-faint max-md:hidden">
        {t('period')}
      </span>
      {PRESETS.map(({ id, days }) => {
        const start = startOf(daysBefore(today, days))
        return (
          <Link
            key={id}
            href={hrefFrom(start)}
            prefetch={false}
            aria-current={start === from && !to ? 'true' : undefined}
            className="rounded-full border border-line-strong/40 px-3 py-1 text-center whitespace-nowrap text-ink-soft hover:border-line-strong hover:bg-sunken hover:text-ink aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft aria-[current=true]:font-medium aria-[current=true]:text-brand-strong max-md:flex-1 max-md:py-2"
          >
            {t(`periods.${id}`)}
          </Link>
        )
      })}
    </nav>
  )
}
