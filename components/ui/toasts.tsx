'use client'
/** Renders the toasts of a `Toast.Provider`. A toast's `type` is one of the tones below. */
import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'

const EDGE: Record<string, string> = {
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
}

interface ToastsProps {
  /** The name of the toasts' region, for screen readers. */
  label: string
  closeLabel: string
}

export function Toasts({ label, closeLabel }: ToastsProps) {
  const { toasts } = Toast.useToastManager()
  return (
    <Toast.Portal>
      <Toast.Viewport
        aria-label={label}
        className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className={`rounded-xl border border-l-4 border-line bg-surface shadow-lg motion-safe:transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 ${EDGE[toast.type ?? ''] ?? ''}`}
          >
            <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
              <div className="min-w-0 flex-1 py-1 text-sm/6">
                <Toast.Title className="font-semibold" />
                <Toast.Description className="text-ink-soft" />
              </div>
              <Toast.Close
                aria-label={closeLabel}
                className="rounded-lg p-2 text-ink-faint hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}
