/** One explanation for each reason why the service's data isn't available, shared by reveals and refreshes. */
import type { useTranslations } from 'next-intl'
import type { RevealError } from '@/lib/inquiries/views'

/** What REVEAL_RULE requires before a reveal. The screen shows a form for it, not an explanation. */
type Missing = 'reason_required' | 'approval_required' | 'approval_awaited'

export const isMissing = (error: RevealError): error is Missing =>
  error === 'reason_required' || error === 'approval_required' || error === 'approval_awaited'

export function explainRefusal(
  t: ReturnType<typeof useTranslations<'StaffCase'>>,
  error: Exclude<RevealError, Missing>,
  retryAfterSeconds: number | null,
): { title: string; text: string } {
  const text = t(`refusals.${error}.text`)
  return {
    title: t(`refusals.${error}.title`),
    text: retryAfterSeconds === null ? text : `${text} ${waitText(t, retryAfterSeconds)}`,
  }
}

const waitText = (t: ReturnType<typeof useTranslations<'StaffCase'>>, seconds: number): string =>
  seconds < 120
    ? t('retryInSeconds', { seconds })
    : t('retryInMinutes', { minutes: Math.ceil(seconds / 60) })
