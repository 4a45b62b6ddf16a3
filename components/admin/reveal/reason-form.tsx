'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { REVEAL_REASONS } from '@/lib/inquiries/reveal-reasons'
import type { RevealRequestResult } from '@/lib/inquiries/views'

export type RequestReveal = (id: string, formData: FormData) => Promise<RevealRequestResult>

interface ReasonFormProps {
  /** Our own id for the inquiry. */
  id: string
  missing: 'reason_required' | 'approval_required' | 'approval_awaited'
  action: RequestReveal
  onAllowed: () => void
}

const FIELD =
  'mt-1.5 block h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 text-base font-normal'

/** Asks for the reason that REVEAL_RULE requires before a reveal. */
export function ReasonForm({ id, missing, action, onAllowed }: ReasonFormProps) {
  const t = useTranslations('Reveals')
  const [awaits, setAwaits] = useState(missing === 'approval_awaited')
  const [refused, setRefused] = useState(false)
  const [pending, startTransition] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    startTransition(async () => {
      const answer = await action(id, entered)
      setRefused(!answer.ok)
      if (answer.ok && answer.awaitsApproval) setAwaits(true)
      else if (answer.ok) onAllowed()
    })
  }

  if (awaits || missing === 'approval_awaited')
    return (
      <Notice tone="info" role="status" title={t('awaits')}>
        {t('awaitsText', { title: t('title') })}
      </Notice>
    )
  return (
    <form onSubmit={submit} className="flex w-full max-w-md flex-col gap-4">
      <Notice tone="info" role="status" title={t(missing)}>
        {t(`${missing}Text`)}
      </Notice>
      {refused && <Notice tone="bad" role="alert" title={t('caseWrong')} />}
      <label className="block text-[0.9375rem] font-medium">
        {t('reason')}
        <select name="reason" required defaultValue="" className={FIELD}>
          <option value="" disabled>
            {t('choose')}
          </option>
          {REVEAL_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="block text-[0.9375rem] font-medium">
        {t('caseNumber')}
        <input name="caseNumber" type="text" maxLength={30} autoComplete="off" className={FIELD} />
        <span className="mt-1.5 block text-sm font-normal text-ink-faint">{t('caseHint')}</span>
      </label>
      <Button type="submit" size="small" className="self-start" inactive={pending}>
        {t(missing === 'reason_required' ? 'submit' : 'submitApproval')}
      </Button>
    </form>
  )
}
