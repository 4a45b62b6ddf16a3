// The receiver under test: any URL with its secret, or the app that the tests started.
import { test as base, expect, type TestInfo } from '@playwright/test'
import { environment } from '../fixtures/environment'
import { approval } from '../fixtures/events'
import { signedDelivery } from './delivery'
import { describeAnswer, type Expectation } from './expectations'
import { type RawRequest, sendRaw } from './raw-request'

export interface Receiver {
  secret: string
  /** Sends a request, notes the response for the table, and checks it. */
  deliver: (request: RawRequest, expected: Expectation) => Promise<void>
}

const { RECEIVER_URL, RECEIVER_SECRET, VERIFICATION_WEBHOOK_SECRET } = environment
const secret = RECEIVER_SECRET ?? VERIFICATION_WEBHOOK_SECRET

export const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  receiver: async ({}, use, testInfo) => {
    const url = receiverUrl()
    await use({
      secret,
      deliver: async (request, expected) => {
        const answer = await sendRaw(url, request)
        const said = describeAnswer(answer)
        note(testInfo, said)
        if (RECEIVER_URL === undefined) expect(expected.ours).toContain(said)
        else expect(expected.isAllowed(answer?.status ?? null), `it answered ${said}`).toBe(true)
      },
    })
  },
})

function receiverUrl(): string {
  return RECEIVER_URL ?? `${environment.appUrl}/api/webhooks/verification`
}

/** @throws a one-line error if the receiver refuses a delivery that is signed with the configured secret */
export async function requireKnownSecret(): Promise<void> {
  const url = receiverUrl()
  const answer = await sendRaw(url, signedDelivery(secret, approval())).catch(() => {
    throw oneLine(`Nothing answers at ${url}. Is the receiver running, and is the address right?`)
  })
  if (answer && answer.status < 300) return
  const name = RECEIVER_SECRET === undefined ? 'VERIFICATION_WEBHOOK_SECRET' : 'RECEIVER_SECRET'
  throw oneLine(
    `${url} answers ${describeAnswer(answer)} to a delivery signed with ${name}. Is that the secret it verifies with?`,
  )
}

function oneLine(message: string): Error {
  return Object.assign(new Error(message), { stack: '' })
}

function note({ annotations }: TestInfo, said: string): void {
  annotations.push({ type: 'answer', description: said })
}
