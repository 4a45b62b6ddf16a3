import { useTranslations } from 'next-intl'
import { formatDuration } from '@/components/admin/duration'
import { Card } from '@/components/ui/card'
import type { Overview } from '@/lib/back-office/views'

/** How long customers wait, from applying to a confirmed decision. */
export function TimeToDecision({ time }: { time: Overview['timeToDecision'] }) {
  const t = useTranslations('StaffHome')
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="font-semibold">{t('timeToDecision')}</h3>
      <p className="mt-1 text-sm text-ink-faint">{t('timeToDecisionText')}</p>
      {time ? (
        <dl className="mt-5 grid grid-cols-2 gap-4">
          <Figure label={t('median')} seconds={time.median} />
          <Figure label={t('p95')} seconds={time.p95} />
        </dl>
      ) : (
        <p className="py-16 text-center text-sm text-ink-soft">{t('noDecisions')}</p>
      )}
    </Card>
  )
}

function Figure({ label, seconds }: { label: string; seconds: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 text-2xl xl:text-3xl font-semibold tracking-tight tabular-nums">
        {formatDuration(seconds, useTranslations('Duration'))}
      </dd>
    </div>
  )
}
