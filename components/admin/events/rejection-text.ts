/** Explains each reason for rejecting a delivery, and how to fix it. */
import { type Messages, useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
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

/** The exact names of what the advice is about. */
const NAMES: Readonly<Partial<Record<RejectionReason, readonly string[]>>> = {
  no_header: ['X-Service-Signature'],
  malformed_header: ['X-Service-Signature: sha256=…'],
  bare_digest: ['X-Service-Signature: sha256=…'],
  wrong_secret_or_altered_body: ['VERIFICATION_WEBHOOK_SECRET', 'npm run doctor'],
}

type Explained = RejectionReason & keyof Messages['StaffEvents']['rejections']

export function useRejectionText() {
  const t = useTranslations('StaffEvents')
  return (reason: string): { title: string; fix: string; names: readonly string[] } => {
    const known: Explained | undefined = REJECTION_REASONS.find((one) => one === reason)
    if (known === undefined) return { title: inWords(reason), fix: t('noAdvice'), names: [reason] }
    return {
      title: t(`rejections.${known}.title`),
      fix: t(`rejections.${known}.fix`),
      names: NAMES[known] ?? [],
    }
  }
}
