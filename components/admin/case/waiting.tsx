import { useTranslations } from 'next-intl'
import { formatDuration } from '@/components/admin/duration'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'

/** How long the case has waited, for whom; or how long its decision took. The page refreshes it. */
export function Waiting({ inquiry, now }: { inquiry: InquiryDetail; now: Date }) {
  const t = useTranslations('StaffCase')
  const { createdAt, waitingSince, decidedAt } = inquiry
  const isDecided = isDecision(inquiry.status) && decidedAt !== null
  const since = isDecided ? createdAt : (waitingSince ?? createdAt)
  const until = isDecided ? Date.parse(decidedAt) : now.getTime()
  const duration = formatDuration((until - Date.parse(since)) / 1_000, useTranslations('Duration'))
  return (
    <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
      <time dateTime={since} title={since}>
        {t(`waiting.${isDecided ? 'decided' : waitingSince ? 'decision' : 'applicant'}`, {
          duration,
        })}
      </time>
    </p>
  )
}
