'use client'
/** Blocks a colleague, after a question, or unblocks them. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { POPUP } from '@/components/ui/popup'

export type SetBlocked = (id: string, blocked: boolean) => Promise<{ ok: boolean }>

interface BlockButtonProps {
  id: string
  name: string
  isBlocked: boolean
  setBlockedAction: SetBlocked
}

export function BlockButton({ id, name, isBlocked, setBlockedAction }: BlockButtonProps) {
  const [failed, setFailed] = useState(false)
  const [pending, startTransition] = useTransition()
  const set = (blocked: boolean) =>
    startTransition(async () => {
      const outcome = await setBlockedAction(id, blocked).catch(() => null)
      setFailed(!outcome?.ok)
    })
  return (
    <>
      {isBlocked ? (
        <Button
          tone="secondary"
          size="small"
          inactive={pending}
          aria-label={`Unblock ${name}`}
          onClick={() => set(false)}
        >
          Unblock
        </Button>
      ) : (
        <AlertDialog.Root>
          <AlertDialog.Trigger
            aria-label={`Block ${name}`}
            aria-busy={pending}
            className={`${buttonClass({ tone: 'secondary', size: 'small' })} max-sm:h-11`}
          >
            Block
          </AlertDialog.Trigger>
          <AlertDialog.Portal>
            <AlertDialog.Backdrop className={POPUP.backdrop} />
            <AlertDialog.Popup className={POPUP.dialog}>
              <AlertDialog.Title className="text-lg font-semibold">Block {name}?</AlertDialog.Title>
              <AlertDialog.Description className="mt-2 text-[0.9375rem]/6 text-ink-soft">
                They’ll be signed out immediately and can’t sign in again until an admin unblocks
                them. Their audit trail stays.
              </AlertDialog.Description>
              <div className="mt-6 flex justify-end gap-2">
                <AlertDialog.Close render={<Button tone="secondary" size="small" />}>
                  Cancel
                </AlertDialog.Close>
                <AlertDialog.Close
                  render={<Button tone="danger" size="small" />}
                  onClick={() => set(true)}
                >
                  Block
                </AlertDialog.Close>
              </div>
            </AlertDialog.Popup>
          </AlertDialog.Portal>
        </AlertDialog.Root>
      )}
      {failed && (
        <p role="alert" className="mt-1.5 text-sm text-bad">
          Couldn’t save the change. Reload the page and try again.
        </p>
      )}
    </>
  )
}
