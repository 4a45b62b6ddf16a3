import { useTranslations } from 'next-intl'
import { formatDuration } from '@/components/admin/duration'
import { Card } from '@/components/ui/card'
import type { Overview } from '@/lib/back-office/views'

/** How long customers wait, from applying to a confirmed decision: one tile for each figure. */
export function TimeToDecision({ time }: { time: Overview['timeToDecision'] }) {
  const t = useTranslations('StaffHome')
  return (
    <section aria-labelledby="time-to-decision" className="grid">
      <Card className="grid content-center p-5 sm:px-6">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-center">
          <div>
            <h3 id="time-to-decision" className="font-semibold">
              {t('timeToDecision')}
            </h3>
            <p className="mt-1 text-sm text-ink-faint">
              {time ? t('timeToDecisionText') : t('noDecisions')}
            </p>
          </div>
          {time && (
            <dl className="grid grid-cols-2 gap-8 sm:col-span-2 sm:gap-12">
              <Figure label={t('median')} seconds={time.median} />
              <Figure label={t('p95')} seconds={time.p95} />
            </dl>
          )}
        </div>
      </Card>
    </section>
  )
}

function Figure({ label, seconds }: { label: string; seconds: number }) {
  return (
    <div className="sm:text-end">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
        {formatDuration(seconds, useTranslations('Duration'))}
      </dd>
    </div>
  )
}
