import { ArrowRight, CircleCheck, ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { countText } from '@/components/admin/count'
import { waited } from '@/components/admin/duration'
import {
  type InquiryQuery,
  toInquiryPath,
  toListPath,
} from '@/components/admin/inquiries/inquiry-query'
import { InquiryPageLink } from '@/components/admin/inquiry-access'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { UtcTime } from '@/components/ui/utc-time'
import type { WorkQueue } from '@/lib/back-office/views'
import { productName } from '@/site'

const QUEUE = { status: 'NEEDS_REVIEW' } as const satisfies InquiryQuery

interface WorkPanelProps {
  queue: WorkQueue
  /** Where decisions are made. Undefined if it isn't configured. */
  portalUrl: string | undefined
  now: Date
}

/** The cases awaiting a decision, and where to make it. */
export function WorkPanel({ queue: { count, oldest }, portalUrl, now }: WorkPanelProps) {
  const t = useTranslations('StaffHome')
  const duration = useTranslations('Duration')
  const locale = useLocale()
  const since = oldest[0]?.waitingSince
  const longest = since ? waited(since, now, duration) : null
  if (count === 0)
    return (
      <Card className="flex flex-wrap items-center gap-4 p-6">
        <CircleCheck aria-hidden="true" className="size-8 shrink-0 text-good" />
        <div className="min-w-0 flex-1">
          <h2 id="work" className="text-lg font-semibold">
            {t('nobodyWaits')}
          </h2>
          <p className="text-sm/6 text-ink-soft">{t('nobodyWaitsText')}</p>
        </div>
      </Card>
    )
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5 p-5 sm:p-6">
        <div className="min-w-64 flex-1">
          <h2 id="work" className="text-xl/tight font-semibold sm:text-[1.75rem]/tight">
            {t('awaiting', { n: count, count: countText(count) })}
            {longest && (
              <>
                <span className="max-sm:sr-only">, </span>
                <span
                  className={`max-sm:block max-sm:text-base/7 ${longest.isOverdue ? 'text-warn' : 'text-ink-faint'}`}
                >
                  {t('oldest', { time: longest.text })}
                </span>
              </>
            )}
          </h2>
          <p className="mt-1.5 max-w-2xl text-[0.9375rem]/6 text-balance text-ink-soft">
            {t(portalUrl ? 'decideInPortal' : 'decideElsewhere')}
          </p>
        </div>
        <div className="flex gap-3 max-sm:w-full max-sm:flex-col">
          <Link href={toListPath(QUEUE)} prefetch={false} className={buttonClass()}>
            {t('openQueue')}
          </Link>
          {portalUrl && (
            <a
              href={portalUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ tone: 'secondary' })}
            >
              {t('decide')}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{t('newTab')}</span>
            </a>
          )}
        </div>
      </div>
      <ol aria-label={t('queue')}>
        {oldest.map((item) => {
          const wait = item.waitingSince ? waited(item.waitingSince, now, duration) : null
          return (
            <li key={item.id} className="border-t border-line">
              <InquiryPageLink
                href={toInquiryPath(item.id, QUEUE)}
                className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 px-5 py-3 text-[0.9375rem] -outline-offset-2 transition-colors hover:bg-sunken/70 sm:grid-cols-[9rem_minmax(0,1fr)_auto_auto] sm:px-6 xl:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.4fr)_11rem_auto]"
              >
                <span className="font-medium tabular-nums">{item.referenceId}</span>
                <span className="hidden text-ink-soft sm:block">
                  {productName(item.product, locale)}
                </span>
                <span className="text-sm text-ink-faint max-xl:hidden">
                  {t.rich('opened', { time: () => <UtcTime iso={item.createdAt} toMinute /> })}
                </span>
                <span
                  className={`text-end text-sm tabular-nums ${wait?.isOverdue ? 'font-medium text-warn' : 'text-ink-soft'}`}
                >
                  {wait && t('waiting', { time: wait.text })}
                </span>
                <ArrowRight aria-hidden="true" className="size-4 text-ink-faint" />
              </InquiryPageLink>
            </li>
          )
        })}
        {count > oldest.length && (
          <li className="border-t border-line">
            <Link
              href={toListPath(QUEUE)}
              prefetch={false}
              className="flex items-center gap-1.5 px-5 py-3 text-sm font-medium text-brand -outline-offset-2 transition-colors hover:bg-sunken/70 sm:px-6"
            >
              {t('seeAll', { count: countText(count) })}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </li>
        )}
      </ol>
    </Card>
  )
}
