import { useEffect, useRef } from 'hono/jsx/dom'

/** Opens a dialog when it mounts, with the focus on one of its buttons. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Closed on unmount, so that focus returns to where it was.
    const opened = dialog.current
    opened?.showModal()
    // Not with `autofocus`, which Chromium blocks in a cross-origin frame.
    focused.current?.focus()
    return () => opened?.close()
  }, [])
  return { dialog, focused }
}
