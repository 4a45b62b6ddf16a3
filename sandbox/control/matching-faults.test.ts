// Faults wait for a match, and apply in the order in which they were queued.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  sandbox.clock.freeze()
  return scene.close
})

async function order(fault: object): Promise<void> {
  const { status, text } = await control(sandbox, 'POST', '/faults', fault)
  expect(status, text).toBe(201)
}

async function deliver(referenceId: string, outcome = 'APPROVED'): Promise<string> {
  const id = await merchant.openedId({ referenceId: `${referenceId}/sandbox-auto:${outcome}` })
  await sandbox.deliveries.idle()
  return id
}

/** The fault of each attempt so far, in order. */
function faultsPlayed(): (string | null)[] {
  return sandbox.store.deliveries
    .values()
    .flatMap(({ attemptLog }) => attemptLog.map(({ fault }) => fault))
}

test('API faults fail twice, are slow once, and then the request succeeds', async () => {
  const id = await merchant.openedId()
  const status = { target: 'api', match: { operation: 'status' } }
  await order({ ...status, kind: 'server-error', status: 502, count: 2 })
  await order({ ...status, kind: 'slow', delayMs: 20 })
  expect((await merchant.status(id)).status).toBe(502)
  expect((await merchant.documents(id)).status).toBe(403)
  expect((await merchant.status(id)).status).toBe(502)
  const startedMs = performance.now()
  expect((await merchant.status(id)).status).toBe(200)
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19)
  expect(sandbox.store.faults.values()).toEqual([])
})

test('delivery faults continue with each attempt if they match any attempt', async () => {
  receiver.answerWith(500)
  const any = { target: 'webhook', match: { attempt: 'any' } }
  await order({ ...any, kind: 'flip-byte', count: 2 })
  await order({ ...any, kind: 'bare-digest' })
  await deliver('a')
  await control(sandbox, 'POST', '/clock/advance', { seconds: 86_400 })
  expect(faultsPlayed()).toEqual(['flip-byte', 'flip-byte', 'bare-digest', null, null, null])
})

describe('a fault waits', () => {
  test('for an inquiry', async () => {
    const [one, other] = [await merchant.openedId(), await merchant.openedId()]
    await order({ target: 'api', kind: 'server-error', match: { inquiryId: other } })
    expect((await merchant.status(one)).status).toBe(200)
    expect((await merchant.status(other)).status).toBe(503)
  })

  test('for a reference, in an open and in a read', async () => {
    await order({ target: 'api', kind: 'server-error', match: { referenceId: 'b' } })
    expect((await merchant.open({ referenceId: 'a' })).status).toBe(201)
    expect((await merchant.open({ referenceId: 'b' })).status).toBe(503)
    const id = await merchant.openedId({ referenceId: 'b' })
    await order({ target: 'api', kind: 'server-error', match: { referenceId: 'b' } })
    expect((await merchant.status(id)).status).toBe(503)
  })

  test('for an event type', async () => {
    const match = { eventType: 'inquiry.declined' }
    await order({ target: 'webhook', kind: 'drop', match })
    await deliver('a')
    expect(receiver.kinds()).toEqual(['inquiry.approved'])
    await deliver('b', 'DECLINED')
    expect(receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.review_in_progress'])
  })

  test('for a later attempt', async () => {
    receiver.answerWith(500)
    await order({ target: 'webhook', kind: 'missing-signature', match: { attempt: 2 } })
    await deliver('a')
    await control(sandbox, 'POST', '/clock/advance', { seconds: 5 })
    expect(faultsPlayed()).toEqual([null, 'missing-signature'])
    expect(receiver.received[1]?.headers).not.toHaveProperty('x-service-signature')
  })
})

test.each([
  ['no kind', { target: 'api' }],
  ['a kind of the other target', { target: 'api', kind: 'flip-byte' }],
  ['an unknown match', { target: 'api', kind: 'slow', match: { colour: 'green' } }],
])('a fault with %s is a 400', async (_, fault) => {
  expect((await control(sandbox, 'POST', '/faults', fault)).status).toBe(400)
})
