import { expect, test } from 'vitest'
import { isFlowMessage, isHostMessage, sendTo } from './messages.ts'

test('a message goes only to the given origin, and only its recipient accepts it', () => {
  const sent: [data: unknown, origin: string][] = []
  const target = { postMessage: (...message: [unknown, string]) => void sent.push(message) }
  const start = { type: 'start', inquiryId: 'an id', language: '' } as const
  sendTo(target, 'https://service.example', start)
  sendTo(target, 'https://merchant.example', { type: 'ready' })
  expect(sent.map(([, origin]) => origin)).toEqual([
    'https://service.example',
    'https://merchant.example',
  ])
  const [[toFlow] = [], [toPage] = []] = sent
  expect(toFlow).toMatchObject(start)
  expect([isHostMessage(toFlow), isFlowMessage(toFlow)]).toEqual([true, false])
  expect([isHostMessage(toPage), isFlowMessage(toPage)]).toEqual([false, true])
})

test.each([
  null,
  'leave',
  { type: 'leave' },
  { channel: 'another/1', type: 'leave' },
  { channel: 'verification-flow/1', type: 'constructor' },
])('%j is no message', (data) => {
  expect([isHostMessage(data), isFlowMessage(data)]).toEqual([false, false])
})
