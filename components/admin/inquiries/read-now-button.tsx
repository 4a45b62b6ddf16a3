'use client'
import { RefreshCw } from 'lucide-react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'
import type { ReadNowResult } from '@/lib/inquiries/views'

/** Asks the service for the status at once, in place of waiting until a read is due. */
export function ReadNow({ action }: { action: () => Promise<ReadNowResult> }) {
  return (
    <form action={async () => void (await action())}>
      <Submit />
    </form>
  )
}

function Submit() {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" tone="secondary" size="small" disabled={pending}>
      <RefreshCw
        aria-hidden="true"
        className={`size-4 ${pending ? 'motion-safe:animate-spin' : ''}`}
      />
      {pending ? 'Reading' : 'Read now'}
    </Button>
  )
}
