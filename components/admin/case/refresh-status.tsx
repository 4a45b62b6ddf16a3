'use client'
/** Reads the status from the service at the press of a button. A toast shows the result. */
import { Toast } from '@base-ui/react/toast'
import { RefreshCw } from 'lucide-react'
import { useActionState, useEffect, useRef } from 'react'
import { statusName } from '@/components/admin/status'
import { Button } from '@/components/ui/button'
import { Toasts } from '@/components/ui/toasts'
import type { RefreshResult } from '@/lib/back-office/views'
import { refusalText } from './texts'

export function RefreshStatus({ action }: { action: () => Promise<RefreshResult> }) {
  return (
    <Toast.Provider>
      <RefreshForm action={action} />
      <Toasts label="Notifications" closeLabel="Close" />
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
          className={`size-4 ${pending ? 'motion-safe:animate-spin' : ''}`}
        />
      </Button>
    </form>
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
