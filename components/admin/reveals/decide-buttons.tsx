'use client'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import type { RevealDecision } from '@/lib/inquiries/views'

export type DecideAction = (id: string, isApproved: boolean) => Promise<RevealDecision>

/** The list reloads after a decision, even if the decision came too late. */
export function DecideButtons({
  id,
  requestedBy,
  action,
}: {
  id: string
  requestedBy: string
  action: DecideAction
}) {
  const t = useTranslations('Reveals')
  const [pending, startTransition] = useTransition()
  const decide = (isApproved: boolean) =>
    startTransition(async () => {
      await action(id, isApproved)
    })
  return (
    <div className="flex flex-wrap gap-2 max-md:mt-2 md:justify-end">
      <Button
        size="small"
        aria-label={`${t('approve')}: ${requestedBy}`}
        inactive={pending}
        onClick={() => decide(true)}
      >
        {t('approve')}
      </Button>
      <Button
        size="small"
        tone="secondary"
        aria-label={`${t('decline')}: ${requestedBy}`}
        inactive={pending}
        onClick={() => decide(false)}
      >
        {t('decline')}
      </Button>
    </div>
  )
}
