/** The result of "Refresh status", in a sentence for staff. */
import type { RefreshResult } from '@/lib/back-office/views'

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
    title: "The service can't be asked right now",
    detail: "We'll retry automatically.",
  },
} as const satisfies Record<string, Message>

export function refreshText(result: RefreshResult): Message {
  if (!result.ok) return REFUSALS[result.reason]
  if (!result.changed) return { tone: 'good', title: 'Nothing has changed at the service' }
  return { tone: 'good', title: 'The status has changed', detail: `It is ${result.status} now.` }
}
