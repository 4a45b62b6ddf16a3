'use client'
/** An admin enters the code that a colleague reads out, which confirms that the colleague used the one-time link. */
import { Dialog } from '@base-ui/react/dialog'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState, useTransition } from 'react'
import { CodeField } from '@/components/admin/account/code-field'
import { Problem, type Refusal } from '@/components/admin/account/problem'
import { Button } from '@/components/ui/button'
import { DialogBox } from '@/components/ui/dialog-box'

export type ConfirmAction = (
  id: string,
  code: string,
) => Promise<{ ok: true } | { ok: false; reason: Refusal }>

interface ConfirmDialogProps {
  member: { id: string; name: string }
  action: ConfirmAction
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ConfirmDialog({ member, action, open, onOpenChange }: ConfirmDialogProps) {
  const t = useTranslations('StaffLinks')
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [pending, startTransition] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    startTransition(async () => {
      const answer = await action(member.id, code)
      setRefused(answer.ok ? null : answer.reason)
      if (answer.ok) onOpenChange(false)
    })
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <DialogBox title={t('confirmTitle', { name: member.name })} text={t('confirmText')}>
        <form onSubmit={submit} className="mt-5 flex flex-col gap-4">
          <Problem reason={refused} />
          <CodeField label={t('code')} />
          <div className="flex justify-end gap-2">
            <Dialog.Close render={<Button tone="secondary" size="small" />}>
              {t('cancel')}
            </Dialog.Close>
            <Button type="submit" size="small" inactive={pending}>
              {t('confirmSubmit')}
            </Button>
          </div>
        </form>
      </DialogBox>
    </Dialog.Root>
  )
}
