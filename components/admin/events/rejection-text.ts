/** Explains each reason for rejecting a delivery, and how engineers fix it. */
import { type Messages, useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
import { REJECTION_REASONS, type RejectionReason } from '@/lib/rejection-reasons'

/** An exact name that the advice refers to, and what to do with it. */
interface Pointer {
  verb: 'check' | 'expected'
  name: string
}

const HEADER = { verb: 'expected', name: 'X-Service-Signature: sha256=<hex>' } as const
const POINTERS: Readonly<Partial<Record<RejectionReason, readonly Pointer[]>>> = {
  no_header: [HEADER],
  malformed_header: [HEADER],
  bare_digest: [HEADER],
  wrong_secret_or_altered_body: [
    { verb: 'check', name: 'VERIFICATION_WEBHOOK_SECRET' },
    { verb: 'check', name: 'VERIFICATION_WEBHOOK_SECRET_FORM' },
  ],
}

type Explained = RejectionReason & keyof Messages['StaffEvents']['rejections']

interface RejectionText {
  title: string
  /** What happened, in plain language. Null if this version doesn't know the reason. */
  meaning: string | null
  fix: string
  pointers: readonly Pointer[]
}

export function useRejectionText() {
  const t = useTranslations('StaffEvents')
  return (reason: string): RejectionText => {
    const known: Explained | undefined = REJECTION_REASONS.find((one) => one === reason)
    if (known === undefined)
      return {
        title: inWords(reason),
        meaning: null,
        fix: t('noAdvice'),
        pointers: [{ verb: 'check', name: reason }],
      }
    return {
      title: t(`rejections.${known}.title`),
      meaning: t(`rejections.${known}.meaning`),
      fix: t(`rejections.${known}.fix`),
      pointers: POINTERS[known] ?? [],
    }
  }
}
