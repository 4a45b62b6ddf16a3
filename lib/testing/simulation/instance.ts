// One instance of the app: a process with its own connection pool that does what its parent asks.
import { openDueAccounts } from '../../inquiries/account-openings'
import { bindInquiry } from '../../inquiries/bind-inquiry'
import { readAtOnce } from '../../inquiries/reconcile'
import { recordEvent } from '../../inquiries/record-event'
import type { VerificationEvent } from '../../verification/webhook'

export type Call =
  | { do: 'record'; event: VerificationEvent }
  | { do: 'read'; inquiry: string }
  | { do: 'bind'; inquiry: string; inquiryId: string }
  | { do: 'open accounts' }

const PATIENCE_MS = 5_000

process.on('message', async ({ id, call }: { id: number; call: Call }) => {
  try {
    process.send?.({ id, result: await answer(call) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answer(call: Call): Promise<unknown> {
  switch (call.do) {
    case 'record':
      return (await recordEvent(call.event, null)).outcome
    case 'read':
      return readAtOnce(call.inquiry, PATIENCE_MS)
    case 'bind':
      return bindInquiry(call.inquiry, call.inquiryId)
    case 'open accounts':
      return openDueAccounts()
  }
}
