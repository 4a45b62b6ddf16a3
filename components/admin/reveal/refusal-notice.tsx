'use client'
import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { ReasonForm } from './reason-form'
import { explainRefusal, isMissing } from './refusal'
import { useCaseReveal } from './reveal-context'
import type { RevealRefusal } from './use-reveal'

/** Why there's nothing to show or, if REVEAL_RULE requires a reason, the form for it. */
export function RefusalNotice({ error, retryAfterSeconds }: RevealRefusal) {
  const t = useTranslations('StaffCase')
  const { id, request, reveal } = useCaseReveal()
  if (isMissing(error))
    return (
      <div className="w-full max-w-md text-left">
        <ReasonForm key={error} id={id} missing={error} action={request} onAllowed={reveal} />
      </div>
    )
  const { title, text } = explainRefusal(t, error, retryAfterSeconds)
  return (
    <div className="text-left">
      <Notice tone="bad" role="alert" title={title}>
        {text}
      </Notice>
    </div>
  )
}
