import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FlowMessage,
  type HostMessage,
  isFlowMessage,
  isHostMessage,
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
      const { data } = sent(message)
      expect(data).toMatchObject(message)
      expect([isFlowMessage(data), isHostMessage(data)]).toEqual([true, false])
    }
    for (const message of HOST_MESSAGES) {
      const { data } = sent(message)
      expect(data).toMatchObject(message)
      expect([isFlowMessage(data), isHostMessage(data)]).toEqual([false, true])
    }
  })

  it('goes only to the given origin', () => {
    expect(sent({ type: 'leave' }).origin).toBe('https://service.example')
  })

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(isFlowMessage(data)).toBe(false)
        expect(isHostMessage(data)).toBe(false)
      }),
    )
  })
})
