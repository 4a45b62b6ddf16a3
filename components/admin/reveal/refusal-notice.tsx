'use client'
import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { explainRefusal } from './refusal'
import type { RevealRefusal } from './use-reveal'

/** Why there's nothing to show. */
export function RefusalNotice({ error, retryAfterSeconds }: RevealRefusal) {
  const t = useTranslations('StaffCase')
  const { title, text } = explainRefusal(t, error, retryAfterSeconds)
  return (
    <div className="text-left">
      <Notice tone="bad" role="alert" title={title}>
        {text}
      </Notice>
    </div>
  )
}
