// A sandbox with a frozen clock, a merchant and a receiver, to try one value of a gap.
import { expect } from 'vitest'
import { control } from './merchant.ts'
import { setUpReceiving } from './receiver.ts'

export type GapTrial = Awaited<ReturnType<typeof startGapTrial>>

export async function startGapTrial() {
  const { sandbox, merchant, receiver, close } = await setUpReceiving()
  sandbox.clock.freeze()
  return {
    sandbox,
    merchant,
    receiver,
    async set(gap: string, value: string): Promise<void> {
      const settings = { [gap]: value }
      const { status } = await control(sandbox, 'PATCH', '/settings', { settings })
      expect(status).toBe(200)
    },
    /** Opens an inquiry and completes it without a customer. */
    async complete(outcome: string): Promise<string> {
      const id = await merchant.openedId()
      await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome })
      await sandbox.deliveries.idle()
      return id
    },
    async statusOf(id: string): Promise<unknown> {
      return (await merchant.status(id)).body.status
    },
    advance: (seconds: number) => control(sandbox, 'POST', '/clock/advance', { seconds }),
    events: () => receiver.received.map(({ bytes }) => JSON.parse(bytes.toString('utf8'))),
    close,
  }
}
