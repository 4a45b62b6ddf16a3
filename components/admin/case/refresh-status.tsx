'use client'
/** A button that requests a read of the status, and shows the result. */
import { RefreshCw } from 'lucide-react'
import { useActionState, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Refreshed } from '@/lib/back-office/refresh-status'

const TEXTS: Readonly<Record<Refreshed, string>> = {
  changed: 'The status has changed',
  unchanged: 'Checked just now: nothing has changed',
  failed: 'We couldn’t refresh the status',
  late: 'No answer yet: we keep asking, and show it here',
  paused: 'The service isn’t taking our calls now: we’ll retry',
  too_often: 'Too many requests: try again in a minute',
  not_open: 'There is nothing to refresh yet',
}
const SHOWN_MS = 8_000

interface RefreshStatusProps {
  action: () => Promise<{ refreshed: Refreshed }>
}

export function RefreshStatus({ action }: RefreshStatusProps) {
  const [result, ask, isAsking] = useActionState<{ refreshed: Refreshed } | null>(action, null)
  /** The result that is no longer shown. */
  const [past, setPast] = useState<typeof result>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPast(result), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])
  return (
    <form action={ask} className="flex items-center gap-2">
      <section
        aria-label="Notifications"
        aria-live="polite"
        className="text-sm/5 text-muted-foreground"
      >
        {result && result !== past && !isAsking && <p>{TEXTS[result.refreshed]}</p>}
      </section>
      <Button
        type="submit"
        tone="quiet"
        size="small"
        className="w-9 px-0!"
        aria-label={isAsking ? 'Refreshing' : 'Refresh status'}
        title="Refresh status"
        inactive={isAsking}
      >
        <RefreshCw
          aria-hidden="true"
          className={cn('size-4', isAsking && 'motion-safe:animate-spin')}
        />
      </Button>
    </form>
  )
}
