'use client'
/** A button that asks for a read of the status. A toast shows what it found. */
import { Toast } from '@base-ui/react/toast'
import { RefreshCw, X } from 'lucide-react'
import { useActionState, useEffect, useRef, useState } from 'react'
import { RefreshWhileVisible } from '@/components/admin/refresh-while-visible'
import { statusName } from '@/components/admin/status'
import { causeText, refusalText } from '@/components/admin/words'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { InquiryDetail } from '@/lib/back-office/inquiry-detail'
import type { RefreshResult } from '@/lib/back-office/views'

interface RefreshProps {
  action: () => Promise<RefreshResult>
  found: Found
}

/** What the last read came to. Another object each time the page is refreshed. */
type Found = Pick<InquiryDetail, 'status' | 'readAt' | 'lastError'>
type Asked = Extract<RefreshResult, { ok: true }>

export function RefreshStatus(props: RefreshProps) {
  return (
    <Toast.Provider>
      <RefreshForm {...props} />
      <Toasts />
    </Toast.Provider>
  )
}

/** A read takes about a second, unless others use up the calls or the service is slow. */
const PATIENCE_MS = 12_000
const LOOK_EVERY_MS = 500

function RefreshForm({ action, found }: RefreshProps) {
  const { add } = Toast.useToastManager()
  const [result, ask, isAsking] = useActionState<RefreshResult | null>(action, null)
  const told = useRef<RefreshResult | null>(null)
  /** The request that waits for its read, and what the page had found when it was made. */
  const [asked, setAsked] = useState<(Asked & { before: Found }) | null>(null)
  useEffect(() => {
    // The page's own refreshes must not show the same result again.
    if (result === null || result === told.current) return
    told.current = result
    if (result.ok) setAsked({ ...result, before: found })
    else add(refusal(result))
  }, [result, found, add])
  useEffect(() => {
    const message = asked && found !== asked.before ? findingOf(asked, found) : null
    if (message === null) return
    setAsked(null)
    add(message)
  }, [asked, found, add])
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => {
      setAsked(null)
      add(LATE)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [asked, add])
  const isPending = isAsking || asked !== null
  return (
    <form action={ask} className="flex items-center gap-2">
      {asked && <RefreshWhileVisible everyMs={LOOK_EVERY_MS} />}
      <Button
        type="submit"
        tone="quiet"
        size="small"
        className="w-9 px-0!"
        aria-label={isPending ? 'Refreshing' : 'Refresh status'}
        title="Refresh status"
        inactive={isPending}
      >
        <RefreshCw
          aria-hidden="true"
          className={cn('size-4', isPending && 'motion-safe:animate-spin')}
        />
      </Button>
      {result && (
        <noscript>
          <span className="text-sm text-muted-foreground">
            {result.ok
              ? 'We’ve asked the service. Open this page again to see what it says.'
              : refusal(result).title}
          </span>
        </noscript>
      )}
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
interface Message {
  type: 'good' | 'warn' | 'bad'
  title: string
  description?: string
}

/** Null until the read has come to something. */
export function findingOf({ askedAt, status }: Asked, found: Found): Message | null {
  if (found.lastError)
    return {
      type: 'warn',
      title: 'We couldn’t refresh the status',
      description: `${causeText(found.lastError)}.`,
    }
  if (found.readAt === null || found.readAt < askedAt) return null
  if (found.status === status)
    return { type: 'good', title: 'Checked just now: nothing has changed' }
  return {
    type: 'good',
    title: 'The status has changed',
    description: found.status ? `It’s now: ${statusName(found.status)}.` : undefined,
  }
}

const LATE: Message = {
  type: 'warn',
  title: 'No answer yet',
  description: 'We keep asking the service. The answer shows here.',
}

function refusal(result: Extract<RefreshResult, { ok: false }>): Message {
  const { error } = result
  if (error === 'not_found') return { type: 'bad', title: 'This inquiry doesn’t exist' }
  if (error === 'not_opened')
    return {
      type: 'bad',
      title: 'There is nothing to refresh yet',
      description: 'The service hasn’t opened this inquiry.',
    }
  const seconds = 'retryAfterMs' in result ? Math.ceil(result.retryAfterMs / 1_000) : null
  const why = error === 'unavailable' ? 'unavailable' : 'rate_limited'
  const { title, text } = refusalText(why, seconds)
  const isDue = error !== 'too_often'
  return { type: 'warn', title, description: isDue ? `${text} We’ll also retry.` : text }
}
