import { expect, test } from 'vitest'
import { parseFlowMessage, parseHostMessage, sendTo } from './messages.ts'

test('a message goes only to the given origin, and is ignored in the other direction', () => {
  const sent: [data: unknown, origin: string][] = []
  const target = { postMessage: (...message: [unknown, string]) => void sent.push(message) }
  const start = { type: 'start', inquiryId: 'an id', language: '' } as const
  sendTo(target, 'https://service.example', start)
  const [[data, origin] = []] = sent
  expect(origin).toBe('https://service.example')
  expect(parseHostMessage(data)).toEqual(start)
  expect(parseFlowMessage(data)).toBeNull()
})

test.each([
  null,
  'leave',
  { type: 'leave' },
  { channel: 'another/1', type: 'leave' },
  { channel: 'verification-flow/1', type: 'constructor' },
  { channel: 'verification-flow/1', type: 'start', inquiryId: 5, language: '' },
  { channel: 'verification-flow/1', type: 'step', step: 'CONSENT', position: '1', total: 5 },
  { channel: 'verification-flow/1', type: 'error', code: 'EXPIRED' },
])('%j is no message', (data) => {
  expect(parseFlowMessage(data)).toBeNull()
  expect(parseHostMessage(data)).toBeNull()
})
