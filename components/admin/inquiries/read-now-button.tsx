'use client'
import { RefreshCw } from 'lucide-react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/** Asks the service for the status at once, in place of waiting until a read is due. */
export function ReadNow({ action }: { action: () => Promise<void> }) {
  return (
    <form action={action}>
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
