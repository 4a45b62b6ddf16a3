import { useLocale, useTranslations } from 'next-intl'
import { type StatusName, statusLook, useStatusName } from '@/components/admin/status'
import { Card } from '@/components/ui/card'
import { dayText, UtcTime } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/views'
import { OutcomeBars } from './outcome-bars'
import { type DayBar, stackOutcomes } from './stack-outcomes'

interface OutcomesChartProps {
  days: Overview['outcomesByDay']
  countedAt: Overview['countedAt']
}

/** The current status of the inquiries opened each day. Screen readers get the table instead of the bars. */
export function OutcomesChart({ days, countedAt }: OutcomesChartProps) {
  const t = useTranslations('StaffHome')
  const locale = useLocale()
  const nameOf = useStatusName()
  const { bars, statuses, top } = stackOutcomes(days)
  const countOf = (status: string) =>
    bars
      .flatMap(({ parts }) => parts)
      .filter((part) => part.status === status)
      .reduce((sum, { count }) => sum + count, 0)
  const names = Object.fromEntries(statuses.map((status) => [status, nameOf(status)]))
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="font-semibold">{t('outcomes')}</h3>
      <p className="mt-1 text-sm text-ink-faint">
        {t('outcomesText', { days: days.length })}
        {countedAt !== null && (
          <span className="block">
            {t.rich('countedAt', { time: () => <UtcTime iso={countedAt} /> })}
          </span>
        )}
      </p>
      {statuses.length === 0 ? (
        <p className="py-16 text-center text-sm text-ink-soft">
          {t('noInquiries', { days: days.length })}
        </p>
      ) : (
        <>
          <div className="mt-6 flex gap-3">
            {/* Each value next to its line. */}
            <p
              aria-hidden="true"
              className="-my-2 flex h-48 w-7 shrink-0 flex-col justify-between text-right text-xs/4 tabular-nums text-ink-faint"
            >
              {[top, top / 2, 0].map((value) => (
                <span key={value}>{value}</span>
              ))}
            </p>
            <OutcomeBars bars={bars} names={names} locale={locale} />
          </div>
          <ul className="mt-5 grid w-fit grid-cols-2 gap-x-8 gap-y-1.5 text-sm text-ink-soft sm:grid-cols-3 lg:flex lg:flex-wrap lg:gap-x-5">
            {statuses.map((status) => (
              <li key={status} className="flex gap-2">
                <span
                  aria-hidden="true"
                  className={`mt-1.25 size-2.5 shrink-0 rounded-sm ${statusLook(status).dot}`}
                />
                <span>
                  {nameOf(status)}{' '}
                  <span className="ml-1 font-medium text-ink tabular-nums">{countOf(status)}</span>
                </span>
              </li>
            ))}
          </ul>
          <OutcomesTable bars={bars} statuses={statuses} nameOf={nameOf} countOf={countOf} />
        </>
      )}
    </Card>
  )
}

function OutcomesTable({
  bars,
  statuses,
  nameOf,
  countOf,
}: {
  bars: DayBar[]
  statuses: string[]
  nameOf: StatusName
  countOf: (status: string) => number
}) {
  const t = useTranslations('StaffHome')
  const locale = useLocale()
  return (
    <details className="group mt-5 text-sm">
      <summary className="inline-block list-none font-medium text-brand underline underline-offset-4">
        <span className="group-open:hidden">{t('asTable')}</span>
        <span className="hidden group-open:inline">{t('hideTable')}</span>
      </summary>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full min-w-160 table-fixed text-left tabular-nums">
          <thead className="text-ink-faint">
            <tr>
              <th scope="col" className="w-20 py-1.5 pr-4 font-medium">
                {t('day')}
              </th>
              {statuses.map((status) => (
                <th key={status} scope="col" className="py-1.5 pr-4 text-right font-medium">
                  {nameOf(status)}
                </th>
              ))}
              <th scope="col" className="w-20 py-1.5 text-right font-medium">
                {t('total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.day} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap">
                  {dayText(bar.day, locale)}
                </th>
                {statuses.map((status) => (
                  <td key={status} className="py-1.5 pr-4 text-right">
                    <Count of={bar.parts.find((part) => part.status === status)?.count ?? 0} />
                  </td>
                ))}
                <td className="py-1.5 text-right">
                  <Count of={bar.total} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line-strong/70 font-medium">
            <tr>
              <th scope="row" className="py-1.5 pr-4 font-medium">
                {t('total')}
              </th>
              {statuses.map((status) => (
                <td key={status} className="py-1.5 pr-4 text-right">
                  {countOf(status)}
                </td>
              ))}
              <td className="py-1.5 text-right">
                {bars.reduce((sum, { total }) => sum + total, 0)}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  )
}

/** Zeros are dimmed, so that the days with inquiries are easy to see. */
const Count = ({ of: count }: { of: number }) => (
  <span className={count === 0 ? 'text-ink-faint' : 'font-medium'}>{count}</span>
)
