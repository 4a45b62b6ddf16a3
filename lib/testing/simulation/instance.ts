// One instance of the app: a process with its own connection pool that does what its parent asks.
import { randomUUID } from 'node:crypto'
import { db } from '../../db'
import { openDueAccounts } from '../../inquiries/account-openings'
import { applicantReturned } from '../../inquiries/applicant-inquiry'
import { bindInquiry } from '../../inquiries/bind-inquiry'
import { readAtOnce, settleOne } from '../../inquiries/reconcile'
import { recordEvent } from '../../inquiries/record-event'
import type { VerificationEvent } from '../../verification/webhook'

export type Call =
  | { do: 'record'; event: VerificationEvent }
  | { do: 'read'; inquiry: string }
  | { do: 'refresh'; inquiry: string }
  | { do: 'return'; applicantHash: string }
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
      await db().$executeRaw`
        UPDATE "Inquiry" SET "nextReadAt" = clock_timestamp() WHERE "id" = ${call.inquiry}::uuid`
      return settleOne(call.inquiry)
    case 'return':
      return applicantReturned({ hash: call.applicantHash }, randomUUID())
    case 'refresh':
      return readAtOnce(call.inquiry, PATIENCE_MS)
    case 'bind':
      return bindInquiry(call.inquiry, call.inquiryId)
    case 'open accounts':
      return openDueAccounts()
  }
}
