// A sandbox whose clock stands still, to be put under one value of a gap: a merchant asks it, and a receiver keeps its events.
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
    /** Opens an inquiry and completes it in the customer's place. */
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
