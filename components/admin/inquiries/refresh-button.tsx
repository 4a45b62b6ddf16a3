'use client'
/** Asks the service for the status at once, in place of waiting until a read is due, and tells what came of it. */
import { Toast } from '@base-ui/react/toast'
import { RefreshCw } from 'lucide-react'
import { useActionState, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Toasts } from '@/components/ui/toasts'
import type { RefreshResult } from '@/lib/back-office/views'
import { refreshText } from './refresh-text'

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
  const [result, read, pending] = useActionState<RefreshResult | null>(action, null)
  useEffect(() => {
    if (result === null) return
    const { tone, title, detail } = refreshText(result)
    add({ type: tone, title, description: detail })
  }, [result, add])
  return (
    <form action={read}>
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
