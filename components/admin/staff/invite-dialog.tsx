'use client'
import { Dialog } from '@base-ui/react/dialog'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { POPUP } from '@/components/ui/popup'
import { type InviteAction, InviteForm } from './invite-form'

export function InviteDialog({ action }: { action: InviteAction }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClass({ size: 'small' })}>
        <UserPlus aria-hidden="true" className="size-4" />
        Invite
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={POPUP.backdrop} />
        <Dialog.Popup className={POPUP.dialog}>
          <Dialog.Title className="text-lg font-semibold">Invite a colleague</Dialog.Title>
          <InviteForm action={action} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
