/** Explains each reason for rejecting a delivery, and how to fix it. */
import { type Messages, useTranslations } from 'next-intl'
import type { RejectionReason } from '@/lib/rejected-deliveries'

/** What rejected deliveries can be filtered by. */
export const REJECTION_REASONS = [
  'no_header',
  'malformed_header',
  'bare_digest',
  'wrong_secret_or_altered_body',
  'unreadable_event',
  'too_large',
  'too_slow',
  'too_many',
] as const satisfies readonly RejectionReason[]

type Explained = RejectionReason & keyof Messages['StaffEvents']['rejections']

export function useRejectionText() {
  const t = useTranslations('StaffEvents')
  return (reason: string): { title: string; fix: string } => {
    const known: Explained | undefined = REJECTION_REASONS.find((one) => one === reason)
    if (known === undefined) return { title: reason, fix: t('noAdvice') }
    return { title: t(`rejections.${known}.title`), fix: t(`rejections.${known}.fix`) }
  }
}
