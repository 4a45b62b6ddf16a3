import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FlowMessage,
  type HostMessage,
  parseFlowMessage,
  parseHostMessage,
  sendTo,
} from './messages.ts'

/** What a window would receive. */
function sent(message: FlowMessage | HostMessage): { data: unknown; origin: string } {
  let received: { data: unknown; origin: string } = { data: null, origin: '' }
  const target = {
    postMessage(data: unknown, origin: string) {
      received = { data: structuredClone(data), origin }
    },
  }
  sendTo(target, 'https://service.example', message)
  return received
}

const FLOW_MESSAGES: FlowMessage[] = [
  { type: 'hello' },
  { type: 'ready' },
  { type: 'complete' },
  { type: 'cancel' },
  { type: 'step', step: 'CONSENT', position: 1, total: 5 },
  { type: 'error', code: 'EXPIRED', message: 'The flow stopped: expired' },
]
const HOST_MESSAGES: HostMessage[] = [
  { type: 'start', inquiryId: 'an id', language: '' },
  { type: 'leave' },
]

describe('a message between SDK and flow', () => {
  it('arrives as sent, and is ignored in the other direction', () => {
    for (const message of FLOW_MESSAGES) {
      expect(parseFlowMessage(sent(message).data)).toEqual(message)
      expect(parseHostMessage(sent(message).data)).toBeNull()
    }
    for (const message of HOST_MESSAGES) {
      expect(parseHostMessage(sent(message).data)).toEqual(message)
      expect(parseFlowMessage(sent(message).data)).toBeNull()
    }
  })

  it('goes only to the given origin', () => {
    expect(sent({ type: 'leave' }).origin).toBe('https://service.example')
  })

  it('is never parsed from anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(parseFlowMessage(data)).toBeNull()
        expect(parseHostMessage(data)).toBeNull()
      }),
    )
  })
})
