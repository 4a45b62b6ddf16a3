// How events are sent and signed under each value.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GapTrial, startGapTrial } from '../../testing/gap-trial.ts'
import { control } from '../../testing/merchant.ts'
import { expectedSignature } from '../../testing/receiver.ts'
import { DEMO_TENANT } from '../seed.ts'

let trial: GapTrial
beforeEach(async () => {
  trial = await startGapTrial()
})
afterEach(() => trial.close())

describe('N8', () => {
  test('none never retries', async () => {
    await trial.set('N8', 'none')
    trial.receiver.answerWith(500)
    await trial.complete('APPROVED')
    await trial.advance(24 * 60 * 60)
    expect(trial.receiver.received).toHaveLength(1)
  })

  test('burst-of-100 retries a hundred times', async () => {
    await trial.set('N8', 'burst-of-100')
    trial.receiver.answerWith(500)
    await trial.complete('APPROVED')
    await trial.advance(2)
    expect(trial.receiver.received).toHaveLength(101)
  })
})

test('N9 only-200: a 204 is a failure', async () => {
  await trial.set('N9', 'only-200')
  trial.receiver.answerWith(204)
  await trial.complete('APPROVED')
  expect(trial.sandbox.store.deliveries.values()[0]?.state).toBe('DUE')
  trial.receiver.answerWith(200)
  await trial.advance(5)
  expect(trial.sandbox.store.deliveries.values()[0]?.state).toBe('DELIVERED')
})

describe('N10', () => {
  test('reversed: the later event arrives first', async () => {
    await trial.set('N10', 'reversed')
    await trial.complete('DECLINED')
    expect(trial.receiver.received).toHaveLength(0)
    await trial.advance(6)
    expect(trial.receiver.kinds()).toEqual(['inquiry.declined', 'inquiry.review_in_progress'])
  })

  test('days-late: nothing arrives for three days', async () => {
    await trial.set('N10', 'days-late')
    await trial.complete('APPROVED')
    await trial.advance(3 * 24 * 60 * 60 - 1)
    expect(trial.receiver.received).toHaveLength(0)
    await trial.advance(1)
    expect(trial.receiver.received).toHaveLength(1)
  })
})

test('N11 same-each-attempt: a retry keeps the delivery id', async () => {
  await trial.set('N11', 'same-each-attempt')
  trial.receiver.answerWith(500)
  await trial.complete('APPROVED')
  await trial.advance(5)
  const ids = trial.receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('N13 inquiry.future is sent along with the usual event if the template subscribes to it (W8)', async () => {
  await trial.set('N13', 'inquiry.future')
  await trial.complete('APPROVED')
  expect(trial.receiver.kinds()).toEqual(['inquiry.approved'])
  trial.receiver.received.length = 0
  const revision = trial.sandbox.store.revisions.require(DEMO_TENANT.revisionId)
  const subscribe = ['inquiry.approved', 'inquiry.future']
  const definition = { ...revision.definition, webhooks: { subscribe } }
  trial.sandbox.store.revisions.put({ ...revision, definition })
  const inquiryId = await trial.complete('APPROVED')
  expect(trial.receiver.kinds().toSorted()).toEqual(['inquiry.approved', 'inquiry.future'])
  expect(trial.events().every(({ data }) => data.inquiryId === inquiryId)).toBe(true)
})

const bareSecret = DEMO_TENANT.webhookSecret.slice('whsec_'.length)
test.each([
  ['utf8-with-prefix', DEMO_TENANT.webhookSecret],
  ['utf8-without-prefix', bareSecret],
  ['base64-decoded', Buffer.from(bareSecret, 'base64')],
])('N15 %s is the HMAC key', async (value, key) => {
  await trial.set('N15', value)
  await trial.complete('APPROVED')
  const [delivery] = trial.receiver.received
  expect(delivery?.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', key)
      .update(delivery?.bytes ?? '')
      .digest('hex')}`,
  )
})

test('N16 both-sign: the old and the new secret alternate for a day, and then only the new one signs', async () => {
  await trial.set('N16', 'both-sign')
  const rotated = await control(
    trial.sandbox,
    'POST',
    `/endpoints/${DEMO_TENANT.endpointId}/rotate`,
    {},
  )
  const signer = (delivery: (typeof trial.receiver.received)[number] | undefined) => {
    const bytes = delivery?.bytes ?? Buffer.of()
    const signature = delivery?.headers['x-service-signature']
    if (signature === expectedSignature(bytes, DEMO_TENANT.webhookSecret)) return 'old'
    if (signature === expectedSignature(bytes, String(rotated.body.secret))) return 'new'
    return 'neither'
  }
  trial.receiver.answerWith(500)
  await trial.complete('APPROVED')
  await trial.advance(23 * 60 * 60)
  expect(trial.receiver.received.map(signer)).toEqual(['old', 'new', 'old', 'new', 'old', 'new'])
  trial.receiver.received.length = 0
  await trial.advance(60 * 60)
  await trial.complete('APPROVED')
  expect(trial.receiver.received.map(signer)).toEqual(['new'])
})

test('N32 offers-upgrade: a delivery offers HTTP/2', async () => {
  await trial.set('N32', 'offers-upgrade')
  await trial.complete('APPROVED')
  const [delivery] = trial.receiver.received
  expect(delivery?.headers).toMatchObject({ upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' })
})

describe('N30', () => {
  /** How many seconds after it was made each event of a review and its approval was signed. */
  const skews = async (value: string) => {
    await trial.set('N30', value)
    const id = await trial.complete('NEEDS_REVIEW')
    await trial.advance(1)
    await control(trial.sandbox, 'POST', `/inquiries/${id}/decide`, { status: 'APPROVED' })
    await trial.sandbox.deliveries.idle()
    const { history } = trial.sandbox.store.inquiries.require(id)
    const made = history.slice(-2).map(({ at }) => Date.parse(at))
    return trial
      .events()
      .map(({ createdAt }, index) => (Date.parse(createdAt) - (made[index] ?? 0)) / 1000)
  }

  test.each([
    ['one-clock', [0, 0]],
    ['differ', [0, -2]],
    ['differ:1.5', [0, -1.5]],
    ['ahead', [2, 2]],
    ['ahead:3600', [3600, 3600]],
    ['behind:0.25', [-0.25, -0.25]],
    ['same-time', [0, -1]],
  ])(
    '%s signs a review and its approval %j seconds from when they were made',
    async (value, expected) => {
      expect(await skews(value)).toEqual(expected)
    },
  )
})
