'use client'
import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { MIN_PASSWORD_LENGTH } from '@/lib/password-rules'
import type en from '@/messages/en.json'

export type Refusal = keyof typeof en.StaffAccount.refused

/** Why the server refused the last submission. */
export function Problem({ reason }: { reason: Refusal | null }) {
  const t = useTranslations('StaffAccount.refused')
  if (reason === null) return null
  return <Notice tone="bad" role="alert" title={t(reason, { length: MIN_PASSWORD_LENGTH })} />
}
