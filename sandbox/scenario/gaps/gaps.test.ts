// Every gap of the ambiguity matrix, value by value: what a merchant sees under each.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../../index.ts'
import { control, INQUIRIES, type Merchant, setUp } from '../../testing/merchant.ts'
import {
  expectedSignature,
  pointDemoEndpointAt,
  type Receiver,
  startReceiver,
} from '../../testing/receiver.ts'
import { DEMO_TENANT } from '../seed.ts'
import { GAPS } from './table.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  receiver = await startReceiver()
  pointDemoEndpointAt(sandbox, receiver.url)
  sandbox.clock.freeze()
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

async function set(gap: string, value: string): Promise<void> {
  const { status } = await control(sandbox, 'PATCH', '/settings', { settings: { [gap]: value } })
  expect(status).toBe(200)
}

async function complete(outcome: string): Promise<string> {
  const id = await merchant.openedId()
  await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome })
  await sandbox.deliveries.idle()
  return id
}

async function statusOf(id: string): Promise<unknown> {
  return (await merchant.status(id)).body.status
}

const advance = (seconds: number) => control(sandbox, 'POST', '/clock/advance', { seconds })
const events = () => receiver.received.map(({ bytes }) => JSON.parse(bytes.toString('utf8')))

describe('the matrix', () => {
  test('can be walked: every gap with its default, its values and what is in force', async () => {
    await set('N18', '410')
    const response = await sandbox.app.request('/sandbox/settings')
    const gaps = await response.json()
    expect(gaps.map(({ id }: { id: string }) => id)).toEqual(Object.keys(GAPS))
    expect(gaps).toContainEqual({
      id: 'N18',
      gap: 'an expired document URL',
      default: '403',
      values: ['403', '404', '410'],
      current: '410',
    })
  })

  test.each([
    ['N99', '403'],
    ['N18', '200'],
    ['toString', 'x'],
  ])('has no %s = %s', async (gap, value) => {
    const { status } = await control(sandbox, 'PATCH', '/settings', { settings: { [gap]: value } })
    expect(status).toBe(400)
  })
})

test.each([
  ['open-201-status-200', 201, 200],
  ['open-200-status-200', 200, 200],
  ['open-202-status-200', 202, 200],
  ['open-207-status-203', 207, 203],
])('N1 %s', async (value, open, status) => {
  await set('N1', value)
  const opened = await merchant.open()
  expect(opened.status).toBe(open)
  expect((await merchant.status(String(opened.body.inquiryId))).status).toBe(status)
})

test.each([
  ['ignored', 201, 2],
  ['conflict', 409, 1],
])('N2 %s', async (value, status, inquiries) => {
  await set('N2', value)
  const headers = { 'idempotency-key': 'k' }
  await merchant.open({}, headers)
  expect((await merchant.open({}, headers)).status).toBe(status)
  expect(sandbox.store.inquiries.values()).toHaveLength(inquiries)
})

test.each([
  ['nested-error', 'application/json', { error: { code: 'INQUIRY_NOT_APPROVED' } }],
  ['errors-list', 'application/json', { errors: [{ code: 'INQUIRY_NOT_APPROVED' }] }],
  ['problem-json', 'application/problem+json', { code: 'INQUIRY_NOT_APPROVED', status: 403 }],
])('N3 %s', async (value, contentType, body) => {
  await set('N3', value)
  const refused = await merchant.documents(await merchant.openedId())
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-type')).toBe(contentType)
  expect(refused.body).toMatchObject(body)
})

test('N3 empty and html carry no JSON', async () => {
  const id = await merchant.openedId()
  await set('N3', 'empty')
  expect((await merchant.documents(id)).text).toBe('')
  await set('N3', 'html')
  const page = await merchant.documents(id)
  expect(page.status).toBe(403)
  expect(page.headers.get('content-type')).toContain('text/html')
})

test.each(['422', '400', '404', '409'])('N4 %s', async (value) => {
  await set('N4', value)
  const revision = sandbox.store.revisions.require(DEMO_TENANT.revisionId)
  sandbox.store.revisions.put({ ...revision, enabled: false })
  const { status, body } = await merchant.open({ templateRevisionId: revision.id })
  expect(status).toBe(Number(value))
  expect(body.code).toBe('TEMPLATE_REVISION_NOT_PUBLISHED')
})

describe('N5', () => {
  const statuses = (id: string) =>
    sandbox.store.inquiries.require(id).history.map(({ status }) => status)

  test('through-completed passes COMPLETED, and declines after a review', async () => {
    expect(statuses(await complete('APPROVED'))).toEqual(['PENDING', 'COMPLETED', 'APPROVED'])
    expect(statuses(await complete('DECLINED'))).toEqual([
      'PENDING',
      'COMPLETED',
      'NEEDS_REVIEW',
      'DECLINED',
    ])
  })

  test('straight decides from PENDING', async () => {
    await set('N5', 'straight')
    expect(statuses(await complete('DECLINED'))).toEqual(['PENDING', 'DECLINED'])
    expect(receiver.kinds()).toEqual(['inquiry.declined'])
  })

  test('reversal takes the decision back half a minute later', async () => {
    await set('N5', 'reversal')
    const id = await complete('APPROVED')
    expect(await statusOf(id)).toBe('APPROVED')
    await advance(30)
    expect(await statusOf(id)).toBe('DECLINED')
    expect(receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.declined'])
  })

  test('unknown-status shows a status that nobody has seen, then the outcome', async () => {
    await set('N5', 'unknown-status')
    const id = await complete('APPROVED')
    expect(await statusOf(id)).toBe('ESCALATED')
    await advance(30)
    expect(await statusOf(id)).toBe('APPROVED')
  })
})

test('N6 after-event: the status lags behind the event', async () => {
  await set('N6', 'after-event')
  const id = await complete('APPROVED')
  expect(receiver.kinds()).toEqual(['inquiry.approved'])
  expect(await statusOf(id)).toBe('COMPLETED')
  expect((await merchant.documents(id)).status).toBe(403)
  await advance(5)
  expect(await statusOf(id)).toBe('APPROVED')
})

test('N6 after-event: nothing of the decision is seen before the status', async () => {
  await set('N6', 'after-event')
  const id = await complete('NEEDS_REVIEW')
  expect((await merchant.status(id)).body).toMatchObject({ status: 'COMPLETED', reviewReasons: [] })
  await advance(5)
  const { body } = await merchant.status(id)
  expect(body).toMatchObject({ status: 'NEEDS_REVIEW', reviewReasons: [expect.any(String)] })
})

test.each([
  ['pending', 'PENDING'],
  ['failed', 'FAILED'],
  ['declined', 'DECLINED'],
  ['unknown-status', 'EXPIRED'],
])('N7 %s', async (value, status) => {
  await set('N7', value)
  const id = await merchant.openedId()
  await advance(7 * 24 * 60 * 60)
  expect(await statusOf(id)).toBe(status)
  expect(receiver.received).toHaveLength(0)
})

describe('N8', () => {
  test('none gives up at once', async () => {
    await set('N8', 'none')
    receiver.answerWith(500)
    await complete('APPROVED')
    await advance(24 * 60 * 60)
    expect(receiver.received).toHaveLength(1)
  })

  test('burst-of-100 tries a hundred times more', async () => {
    await set('N8', 'burst-of-100')
    receiver.answerWith(500)
    await complete('APPROVED')
    await advance(2)
    expect(receiver.received).toHaveLength(101)
  })
})

test('N9 only-200: a 204 is a failure', async () => {
  await set('N9', 'only-200')
  receiver.answerWith(204)
  await complete('APPROVED')
  expect(sandbox.store.deliveries.values()[0]?.state).toBe('DUE')
  receiver.answerWith(200)
  await advance(5)
  expect(sandbox.store.deliveries.values()[0]?.state).toBe('DELIVERED')
})

describe('N10', () => {
  test('reversed: the later event arrives first', async () => {
    await set('N10', 'reversed')
    await complete('DECLINED')
    expect(receiver.received).toHaveLength(0)
    await advance(6)
    expect(receiver.kinds()).toEqual(['inquiry.declined', 'inquiry.review_in_progress'])
  })

  test('days-late: nothing arrives for three days', async () => {
    await set('N10', 'days-late')
    await complete('APPROVED')
    await advance(3 * 24 * 60 * 60 - 1)
    expect(receiver.received).toHaveLength(0)
    await advance(1)
    expect(receiver.received).toHaveLength(1)
  })
})

test('N11 same-each-attempt', async () => {
  await set('N11', 'same-each-attempt')
  receiver.answerWith(500)
  await complete('APPROVED')
  await advance(5)
  const ids = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

describe('N12', () => {
  test('only-inquiry-id', async () => {
    await set('N12', 'only-inquiry-id')
    const inquiryId = await complete('NEEDS_REVIEW')
    expect(events()).toMatchObject([{ type: 'inquiry.review_in_progress', data: { inquiryId } }])
    expect(Object.keys(events()[0].data)).toEqual(['inquiryId'])
  })

  test('extra-fields', async () => {
    await set('N12', 'extra-fields')
    await complete('NEEDS_REVIEW')
    expect(events()[0].data).toMatchObject({ status: 'NEEDS_REVIEW', riskScore: 0.42 })
  })
})

test('N13 inquiry.future is sent beside the usual event to who subscribes to it (W8)', async () => {
  await set('N13', 'inquiry.future')
  await complete('APPROVED')
  expect(receiver.kinds()).toEqual(['inquiry.approved'])
  receiver.received.length = 0
  const revision = sandbox.store.revisions.require(DEMO_TENANT.revisionId)
  const subscribe = ['inquiry.approved', 'inquiry.future']
  const definition = { ...revision.definition, webhooks: { subscribe } }
  sandbox.store.revisions.put({ ...revision, definition })
  const inquiryId = await complete('APPROVED')
  expect(receiver.kinds().toSorted()).toEqual(['inquiry.approved', 'inquiry.future'])
  expect(events().every(({ data }) => data.inquiryId === inquiryId)).toBe(true)
})

test.each([
  ['some', { personalInfo: { fullName: expect.any(String) } }],
  ['unknown-document-type', { document: { documentType: 'RESIDENCE_PERMIT' } }],
])('N14 %s', async (value, identity) => {
  await set('N14', value)
  expect((await merchant.status(await complete('APPROVED'))).body.identity).toMatchObject(identity)
})

test('N14 none', async () => {
  await set('N14', 'none')
  expect((await merchant.status(await complete('APPROVED'))).body).not.toHaveProperty('identity')
})

const bareSecret = DEMO_TENANT.webhookSecret.slice('whsec_'.length)
test.each([
  ['utf8-with-prefix', DEMO_TENANT.webhookSecret],
  ['utf8-without-prefix', bareSecret],
  ['base64-decoded', Buffer.from(bareSecret, 'base64')],
])('N15 %s', async (value, key) => {
  await set('N15', value)
  await complete('APPROVED')
  const [delivery] = receiver.received
  expect(delivery?.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', key)
      .update(delivery?.bytes ?? '')
      .digest('hex')}`,
  )
})

test('N16 both-sign: old and new take turns for a day', async () => {
  await set('N16', 'both-sign')
  const rotated = await control(sandbox, 'POST', `/endpoints/${DEMO_TENANT.endpointId}/rotate`, {})
  const signer = (delivery: (typeof receiver.received)[number] | undefined) => {
    const bytes = delivery?.bytes ?? Buffer.of()
    const signature = delivery?.headers['x-service-signature']
    if (signature === expectedSignature(bytes, DEMO_TENANT.webhookSecret)) return 'old'
    if (signature === expectedSignature(bytes, String(rotated.body.secret))) return 'new'
    return 'neither'
  }
  receiver.answerWith(500)
  await complete('APPROVED')
  await advance(23 * 60 * 60)
  expect(receiver.received.map(signer)).toEqual(['old', 'new', 'old', 'new', 'old', 'new'])
})

test('N16 both-sign: after a day only the new secret signs', async () => {
  await set('N16', 'both-sign')
  const rotated = await control(sandbox, 'POST', `/endpoints/${DEMO_TENANT.endpointId}/rotate`, {})
  await advance(24 * 60 * 60)
  await complete('APPROVED')
  const [delivery] = receiver.received
  expect(delivery?.headers['x-service-signature']).toBe(
    expectedSignature(delivery?.bytes ?? Buffer.of(), String(rotated.body.secret)),
  )
})

test.each([
  ['seconds', /^60$/],
  ['http-date', /GMT$/],
  ['a-year', /^31536000$/],
  ['missing', null],
])('N17 %s', async (value, form) => {
  await set('N17', value)
  const tenant = sandbox.store.tenants.require(DEMO_TENANT.id)
  sandbox.store.tenants.put({ ...tenant, rateLimitPerMinute: 1 })
  await merchant.open()
  const limited = await merchant.open()
  expect(limited.status).toBe(429)
  const retryAfter = limited.headers.get('retry-after')
  if (form === null) expect(retryAfter).toBeNull()
  else expect(retryAfter).toMatch(form)
})

test.each(['403', '404', '410'])('N18 %s', async (value) => {
  await set('N18', value)
  const { body } = await merchant.documents(await complete('APPROVED'))
  const url = JSON.stringify(body).match(/http[^"]+/)?.[0] ?? ''
  await advance(300)
  expect((await sandbox.app.request(url)).status).toBe(Number(value))
})

test.each([
  ['null', null],
  ['empty-string', ''],
  ['omitted', undefined],
])('N21 %s: how a missing referenceId and note read', async (value, expected) => {
  await set('N21', value)
  const id = await complete('APPROVED')
  const { body } = await merchant.status(id)
  expect(body.referenceId).toBe(expected)
  expect(body.note).toBe(expected)
  expect(Object.hasOwn(body, 'note')).toBe(value !== 'omitted')
  expect(events()[0].data.referenceId).toBe(expected)
})

test.each(['422', '400', '404'])('N22 %s answers an unknown template', async (value) => {
  await set('N22', value)
  const { status, body } = await merchant.open({ inquiryTemplateId: crypto.randomUUID() })
  expect(status).toBe(Number(value))
  expect(body.code).toBe('TEMPLATE_NOT_FOUND')
})

test.each(['404', '400'])('N23 %s answers an inquiryId that is no UUID', async (value) => {
  await set('N23', value)
  expect((await merchant.status('not-a-uuid')).status).toBe(Number(value))
  expect((await merchant.documents('not-a-uuid')).status).toBe(400)
})

test('N23 404: an id that is no UUID cannot be told from an unknown one', async () => {
  const given = { 'x-correlation-id': 'same' }
  const odd = await merchant.get(`${INQUIRIES}/not-a-uuid`, given)
  const unknown = await merchant.get(`${INQUIRIES}/${crypto.randomUUID()}`, given)
  expect(odd.text).toBe(unknown.text)
})

test.each([
  ['seven-days', 7 * 24],
  ['one-hour', 1],
  ['thirty-days', 30 * 24],
])('N25 %s caps a requested expiresAt', async (value, hours) => {
  await set('N25', value)
  const { body } = await merchant.status(
    await merchant.openedId({ expiresAt: '2099-01-01T00:00:00Z' }),
  )
  const lifetimeMs = Date.parse(String(body.expiresAt)) - Date.parse(String(body.openedAt))
  expect(lifetimeMs).toBe(hours * 60 * 60 * 1000)
})

describe('N26', () => {
  const reasonsOf = async (id: string) => (await merchant.status(id)).body.reviewReasons

  test.each([
    ['one-or-more', 1],
    ['none', 0],
    ['many', 12],
  ])('%s', async (value, count) => {
    await set('N26', value)
    expect(await reasonsOf(await complete('NEEDS_REVIEW'))).toHaveLength(count)
  })

  test.each([
    ['one-or-more', 1],
    ['only-in-review', 0],
  ])('%s: %i of them are left after the decision', async (value, count) => {
    await set('N26', value)
    const id = await complete('NEEDS_REVIEW')
    expect(await reasonsOf(id)).toHaveLength(1)
    await control(sandbox, 'POST', `/inquiries/${id}/decide`, { status: 'APPROVED' })
    expect(await reasonsOf(id)).toHaveLength(count)
  })
})

const identitySchema = z.looseObject({
  personalInfo: z.looseObject({}),
  document: z.looseObject({ addressDetails: z.looseObject({}) }),
})
test('N27 extra-fields: there are some at every level', async () => {
  const id = await complete('APPROVED')
  const plain = (await merchant.status(id)).body
  await set('N27', 'extra-fields')
  const { body } = await merchant.status(id)
  const { identity } = z.object({ identity: identitySchema }).parse(body)
  const { personalInfo, document } = identity
  const levels = [body, identity, personalInfo, document, document.addressDetails]
  for (const level of levels) expect(level).toMatchObject({ xNovelty: { level: 7 } })
  expect(body).toMatchObject({ ...plain, identity: expect.anything() })
  const documents = (await merchant.documents(id)).body
  expect(documents).toMatchObject({
    xNovelty: { level: 7 },
    documents: [{ xNovelty: { level: 7 } }, { xNovelty: { level: 7 } }],
  })
})

test.each([
  ['ascii', 400],
  ['unicode', 201],
])('N28 %s: a reference of letters beyond ASCII is answered %i', async (value, expected) => {
  await set('N28', value)
  const opened = await merchant.open({ referenceId: 'Größe-王', note: 'Ein schöner Gruß.' })
  expect(opened.status).toBe(expected)
  expect((await merchant.open({ referenceId: 'a b' })).status).toBe(400)
  expect((await merchant.open({ note: 'a#b' })).status).toBe(400)
})

test.each([
  ['silent-failure', 'FAILED'],
  ['silent-decline', 'DECLINED'],
])('N29 %s: three days later an approval is taken back without an event', async (value, status) => {
  await set('N29', value)
  const id = await complete('APPROVED')
  await advance(3 * 24 * 60 * 60)
  expect(await statusOf(id)).toBe(status)
  expect(receiver.kinds()).toEqual(['inquiry.approved'])
})

test.each([
  ['not-echoed', 200],
  ['rejected', 400],
])('N24 %s', async (value, expected) => {
  const id = await merchant.openedId()
  await set('N24', value)
  const given = { 'x-correlation-id': 'trace-1' }
  const read = await merchant.get(`${INQUIRIES}/${id}`, given)
  expect(read.status).toBe(expected)
  if (value === 'not-echoed') expect(read.headers.has('x-correlation-id')).toBe(false)
  expect((await merchant.get(`${INQUIRIES}/${id}`)).status).toBe(200)
})

test('N20 other-host: pictures come from another origin that works', async () => {
  const id = await complete('APPROVED')
  const origin = async () => {
    const { body } = await merchant.get(`${INQUIRIES}/${id}/documents`)
    return new URL(JSON.stringify(body).match(/http[^"]+/)?.[0] ?? '').origin
  }
  expect(await origin()).toBe('http://localhost:4000')
  await set('N20', 'other-host')
  expect(await origin()).toBe('http://127.0.0.1:4000')
})
