import { ArrowRight, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useRejectionText } from '@/components/admin/events/rejection-text'
import { inWords } from '@/components/admin/in-words'
import { Card } from '@/components/ui/card'
import { utcText } from '@/components/ui/utc-time'
import type { Overview } from '@/lib/back-office/views'
import { attentionItems } from './attention-items'

export function AttentionList({ overview }: { overview: Overview }) {
  const t = useTranslations('StaffHome')
  const locale = useLocale()
  const rejectionText = useRejectionText()
  const { servicePause, rejectedDeliveries } = overview
  const items = attentionItems(overview)
  if (items.length === 0) {
    return (
      <Card className="flex items-start gap-3 p-5 sm:p-6">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-good" />
        <p className="min-w-0">
          <span className="block font-medium max-sm:text-[0.9375rem]/6">{t('allQuiet')}</span>
          <span className="text-sm text-ink-soft">{t('allQuietText')}</span>
        </p>
      </Card>
    )
  }
  const pauseText = (reason: string) =>
    reason === 'RATE_LIMITED' || reason === 'KEY_REFUSED'
      ? t(`pauseReasons.${reason}`)
      : inWords(reason)
  const values = {
    reason: pauseText(servicePause?.reason ?? ''),
    until: servicePause ? utcText(servicePause.until, locale) : '',
    // The same words as in the list that the link opens, so that the two can't disagree.
    reasons: rejectedDeliveries
      .map(({ reason, count }) => `${rejectionText(reason).title} (${count})`)
      .join(', '),
  }
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={item.href}
              prefetch={false}
              className="flex items-center gap-4 px-5 py-3.5 -outline-offset-2 transition-colors hover:bg-sunken/70 sm:px-6"
            >
              <span
                className={`min-w-11 shrink-0 rounded-xl px-2 py-2 text-center text-lg leading-none font-semibold tabular-nums ${item.tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
              >
                {item.count}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`attention.${item.id}.title`)}</span>
                <span className="block text-sm/6 text-ink-soft">
                  {t(`attention.${item.id}.text`, values)}
                </span>
              </span>
              <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
