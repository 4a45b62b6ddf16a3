/** One explanation for each reason why the service's data isn't available, shared by reveals and refreshes. */
import type { useTranslations } from 'next-intl'
import type { RevealError } from '@/lib/inquiries/views'

export function explainRefusal(
  t: ReturnType<typeof useTranslations<'StaffCase'>>,
  error: RevealError,
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
