import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { expectedSignature, type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  return scene.close
})

async function deliverWith(kind: string, extra: object = {}): Promise<void> {
  sandbox.clock.freeze()
  const fault = await control(sandbox, 'POST', '/faults', { target: 'webhook', kind, ...extra })
  expect(fault.status).toBe(201)
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await sandbox.deliveries.idle()
}

function first() {
  const [delivery] = receiver.received
  if (!delivery) throw new Error('nothing arrived')
  const signature = delivery.headers['x-service-signature']
  const expected = expectedSignature(delivery.bytes, DEMO_TENANT.webhookSecret)
  return { ...delivery, signature, signed: signature === expected, expected }
}

describe('a webhook fault', () => {
  test.each([
    ['reserialised', (text: string) => text.startsWith('{"data":')],
    ['pretty-printed', (text: string) => text.includes('\n  "type"')],
    ['non-ascii', (text: string) => text.includes('王小明')],
    ['byte-order-mark', (text: string) => text.charCodeAt(0) === 0xfeff],
    ['invalid-utf8', (text: string) => text.includes('\ufffd(')],
    ['not-json', (text: string) => text === 'inquiry approved'],
    ['oversize', (text: string) => text.length > 2 * 1024 * 1024],
  ])('%s is signed as sent', async (kind, isSeen) => {
    await deliverWith(kind)
    const { bytes, signed } = first()
    expect(signed).toBe(true)
    expect(isSeen(bytes.toString('utf8'))).toBe(true)
  })

  test.each(['flip-byte', 'wrong-secret', 'reserialised-after-signing'])(
    '%s carries a signature that does not match its bytes',
    async (kind) => {
      await deliverWith(kind)
      expect(first().signature).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(first().signed).toBe(false)
    },
  )

  test('bare-digest omits the prefix, and missing-signature omits the header', async () => {
    await deliverWith('bare-digest')
    expect(`sha256=${first().signature}`).toBe(first().expected)
    receiver.received.length = 0
    await deliverWith('missing-signature')
    expect(first().signature).toBeUndefined()
  })

  test('duplicate sends one event twice, with two delivery ids', async () => {
    await deliverWith('duplicate')
    const [one, two] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(one?.bytes).toEqual(two?.bytes)
    expect(one?.headers['x-service-delivery-id']).not.toBe(two?.headers['x-service-delivery-id'])
  })

  test('drop sends nothing', async () => {
    await deliverWith('drop')
    expect(receiver.received).toHaveLength(0)
    expect(sandbox.store.deliveries.values()[0]?.state).toBe('DROPPED')
  })

  test('delay and reorder hold the event until the clock has moved', async () => {
    await deliverWith('delay', { delayMs: 60_000 })
    expect(receiver.received).toHaveLength(0)
    await control(sandbox, 'POST', '/clock/advance', { seconds: 60 })
    expect(receiver.received).toHaveLength(1)
    await deliverWith('reorder')
    expect(receiver.received).toHaveLength(1)
    await control(sandbox, 'POST', '/clock/advance', { seconds: 10 })
    expect(receiver.received).toHaveLength(2)
  })

  test('reset breaks the connection, and the retry is complete', async () => {
    await deliverWith('reset')
    expect(sandbox.store.deliveries.values()[0]).toMatchObject({
      state: 'DUE',
      lastAnswer: 'reset',
    })
    await control(sandbox, 'POST', '/clock/advance', { seconds: 5 })
    expect(first().signed).toBe(true)
  })
})
