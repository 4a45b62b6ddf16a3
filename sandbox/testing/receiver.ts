// The conformance suite's webhook receiver, for tests: a real HTTP server that records every delivery byte for byte.
import { createHmac } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { Receiver as SuiteReceiver } from '../conformance/receiver.ts'
import type { SandboxOptions } from '../index.ts'
import { setUp } from './merchant.ts'

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** The receiver closes after the test. */
export async function startReceiver() {
  const receiver = await SuiteReceiver.start()
  const close = () => receiver.close()
  onTestFinished(close)
  const received = receiver.deliveries
  const events = () => received.map(({ bytes }) => JSON.parse(bytes.toString('utf8')))
  return {
    url: `${receiver.origin}/events`,
    received,
    /** The bodies so far, in order of arrival. */
    events,
    /** The kinds of these events. */
    kinds: (): string[] => events().map(({ type }) => type),
    /** Sets the status of later responses, which is 200 at first. */
    answerWith(next: number): void {
      receiver.status = next
    },
    close,
  }
}

/** A sandbox for this test, the demo's merchant, and a receiver of its events. */
export async function setUpReceiving(options: SandboxOptions = {}) {
  const receiver = await startReceiver()
  return { ...setUp({ webhookUrl: receiver.url, ...options }), receiver }
}

/** The correct value of the signature header (W3, W4). */
export function expectedSignature(bytes: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}
