/** What "Read now" came to, in a sentence for staff. */
import type { ReadNowResult } from '@/lib/inquiries/views'

interface Told {
  tone: 'good' | 'warn' | 'bad'
  title: string
  detail?: string
}

const REFUSALS = {
  not_found: { tone: 'bad', title: 'There is no such inquiry' },
  not_opened: {
    tone: 'bad',
    title: 'There is nothing to read yet',
    detail: 'The service has not opened this inquiry.',
  },
  unavailable: {
    tone: 'warn',
    title: 'The service did not answer',
    detail: 'It is read again by itself.',
  },
} as const satisfies Record<string, Told>

export function readNowText(result: ReadNowResult): Told {
  if (!result.ok) return REFUSALS[result.reason]
  if (!result.changed) return { tone: 'good', title: 'Nothing has changed at the service' }
  return { tone: 'good', title: 'The status has changed', detail: `It is ${result.status} now.` }
}
