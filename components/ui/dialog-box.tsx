import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { POPUP } from './popup'

interface DialogBoxProps {
  title: string
  /** An explanation, if the title isn't enough. */
  text?: string
  children: ReactNode
}

/** The box that a `Dialog.Root` opens over the dimmed page. */
export function DialogBox({ title, text, children }: DialogBoxProps) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className={POPUP.backdrop} />
      <Dialog.Popup className={POPUP.dialog}>
        <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
        {text && (
          <Dialog.Description className="mt-2 text-[0.9375rem]/6 text-ink-soft">
            {text}
          </Dialog.Description>
        )}
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  )
}
