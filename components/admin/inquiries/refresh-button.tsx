'use client'
/** Reads the status from the service now, instead of waiting until it's due. A toast shows the result. */
import { Toast } from '@base-ui/react/toast'
import { RefreshCw } from 'lucide-react'
import { useActionState, useEffect } from 'react'
import { statusLook } from '@/components/admin/status'
import { Button } from '@/components/ui/button'
import { Toasts } from '@/components/ui/toasts'
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
  useEffect(() => {
    if (result === null) return
    const { tone, title, detail } = refreshText(result)
    add({ type: tone, title, description: detail })
  }, [result, add])
  return (
    <form action={refresh}>
      <Button type="submit" tone="secondary" size="small" inactive={pending}>
        <RefreshCw
          aria-hidden="true"
          className={`size-4 ${pending ? 'motion-safe:animate-spin' : ''}`}
        />
        {pending ? 'Refreshing' : 'Refresh status'}
      </Button>
    </form>
  )
}

interface Message {
  tone: 'good' | 'warn' | 'bad'
  title: string
  detail?: string
}

const REFUSALS = {
  not_found: { tone: 'bad', title: "This inquiry doesn't exist" },
  not_opened: {
    tone: 'bad',
    title: 'There is nothing to refresh yet',
    detail: "The service hasn't opened this inquiry.",
  },
  unavailable: {
    tone: 'warn',
    title: "We can't reach the service right now",
    detail: "We'll retry automatically.",
  },
} as const satisfies Record<string, Message>

function refreshText(result: RefreshResult): Message {
  if (!result.ok) return REFUSALS[result.reason]
  if (!result.changed) return { tone: 'good', title: 'Nothing has changed' }
  const detail = result.status ? `It's now: ${statusLook(result.status).label}.` : undefined
  return { tone: 'good', title: 'The status has changed', detail }
}
