'use client'
import { Toast } from '@base-ui/react/toast'
import { RefreshCw, X } from 'lucide-react'
import { useActionState, useEffect, useRef } from 'react'
import { statusName } from '@/components/admin/status'
import { refusalText } from '@/components/admin/words'
import { Button } from '@/components/ui/button'
/** A button that reads the status from the service. A toast shows the result. */
import { cn } from '@/components/ui/cn'
import type { RefreshResult } from '@/lib/back-office/views'

export function RefreshStatus({ action }: { action: () => Promise<RefreshResult> }) {
  return (
    <Toast.Provider>
      <RefreshForm action={action} />
      <Toasts />
    </Toast.Provider>
  )
}

function RefreshForm({ action }: { action: () => Promise<RefreshResult> }) {
  const { add } = Toast.useToastManager()
  const [result, refresh, pending] = useActionState<RefreshResult | null>(action, null)
  const shown = useRef<RefreshResult | null>(null)
  useEffect(() => {
    // The page's own refreshes must not show the same result again.
    if (result === null || result === shown.current) return
    shown.current = result
    add(refreshText(result))
  }, [result, add])
  return (
    <form action={refresh}>
      <Button
        type="submit"
        tone="quiet"
        size="small"
        className="w-9 px-0!"
        aria-label={pending ? 'Refreshing' : 'Refresh status'}
        title="Refresh status"
        inactive={pending}
      >
        <RefreshCw
          aria-hidden="true"
          className={cn('size-4', pending && 'motion-safe:animate-spin')}
        />
      </Button>
    </form>
  )
}

const EDGE: Record<string, string> = {
  good: 'border-l-success',
  warn: 'border-l-warning',
  bad: 'border-l-destructive',
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return (
    <Toast.Portal>
      <Toast.Viewport
        aria-label="Notifications"
        className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className={cn(
              'rounded-xl border border-l-4 bg-card shadow-lg motion-safe:transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              EDGE[toast.type ?? ''],
            )}
          >
            <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
              <div className="min-w-0 flex-1 py-1 text-sm/6">
                <Toast.Title className="font-semibold" />
                <Toast.Description className="text-muted-foreground" />
              </div>
              <Toast.Close
                aria-label="Close"
                className="rounded-lg p-2 text-subtle-foreground hover:bg-muted hover:text-foreground"
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

/** As Base UI's toasts want it. */
function refreshText(result: RefreshResult): {
  type: 'good' | 'warn' | 'bad'
  title: string
  description?: string
} {
  if (result.ok)
    return {
      type: 'good',
      title: result.changed ? 'The status has changed' : 'Nothing has changed',
      description:
        result.changed && result.status ? `It’s now: ${statusName(result.status)}.` : undefined,
    }
  if (result.reason === 'not_found') return { type: 'bad', title: 'This inquiry doesn’t exist' }
  if (result.reason === 'not_opened')
    return {
      type: 'bad',
      title: 'There is nothing to refresh yet',
      description: 'The service hasn’t opened this inquiry.',
    }
  if (result.reason === 'under_way')
    return {
      type: 'warn',
      title: 'The status is being read right now',
      description: 'The result shows here in a few seconds.',
    }
  const seconds = 'retryAfterMs' in result ? Math.ceil(result.retryAfterMs / 1_000) : null
  const why = result.reason === 'unavailable' ? 'unavailable' : 'rate_limited'
  const { title, text } = refusalText(why, seconds)
  const isDue = result.reason !== 'too_often'
  return { type: 'warn', title, description: isDue ? `${text} We’ll also retry.` : text }
}
