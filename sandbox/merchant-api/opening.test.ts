import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT, OTHER_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, type Merchant, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
  const tenant = sandbox.store.tenants.require(DEMO_TENANT.id)
  sandbox.store.tenants.put({ ...tenant, rateLimitPerMinute: null })
})
afterEach(() => sandbox.close())

describe('opening', () => {
  test('returns 201 and nothing but the inquiryId (O1, N1)', async () => {
    const { status, body } = await merchant.open({ referenceId: 'order/1', note: 'Hello, you!' })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['inquiryId'])
  })

  test('keeps referenceId and note as given, and openedAt with milliseconds (S1, S2)', async () => {
    const id = await merchant.openedId({ referenceId: 'a.b_c:d@e/f-1', note: 'One.\nTwo?' })
    const { body } = await merchant.status(id)
    expect(body).toMatchObject({
      inquiryId: id,
      status: 'PENDING',
      referenceId: 'a.b_c:d@e/f-1',
      note: 'One.\nTwo?',
      reviewReasons: [],
      portalDecisionNote: null,
      portalDecidedAt: null,
      inquiryTemplateId: DEMO_TENANT.templateId,
    })
    expect(body.openedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body).not.toHaveProperty('identity')
  })

  test.each([
    ['referenceId of 256 characters', { referenceId: 'a'.repeat(256) }],
    ['note of 500 characters', { note: 'n'.repeat(500) }],
    ['every character that a note may contain', { note: 'aZ9 \r\n.,!?\'"():;-' }],
    ['an expiresAt with an offset', { expiresAt: '2099-01-01T00:00:00+02:00' }],
    ['an expiresAt without seconds', { expiresAt: '2099-01-01T00:00Z' }],
    ['an expiresAt with an offset of hours', { expiresAt: '2099-01-01T00:00:00+02' }],
    ['an expiresAt in the basic format', { expiresAt: '20990101T000000+0200' }],
    ['an unknown field', { colour: 'green' }],
    ['a pinned, published revision', { templateRevisionId: DEMO_TENANT.revisionId }],
  ])('accepts %s', async (_, fields) => {
    expect((await merchant.open(fields)).status).toBe(201)
  })

  test.each([
    ['referenceId of 257 characters (O4)', { referenceId: 'a'.repeat(257) }],
    ['a space in referenceId (O4)', { referenceId: 'a b' }],
    ['a line break in referenceId (O4)', { referenceId: 'a\n' }],
    ['a letter beyond ASCII in referenceId (O4)', { referenceId: 'é' }],
    ['a referenceId that is not a string (O4)', { referenceId: 7 }],
    ['note of 501 characters (O5)', { note: 'n'.repeat(501) }],
    ['markup in a note (O5)', { note: '<b>' }],
    ['an expiresAt in the past (O6)', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['an expiresAt that is not a date-time (O6)', { expiresAt: 'tomorrow' }],
    ['an expiresAt without a zone (O6)', { expiresAt: '2099-01-01T00:00:00' }],
    ['an expiresAt on a day that does not exist (O6)', { expiresAt: '2099-02-30T00:00:00Z' }],
    ['no template (O2)', { inquiryTemplateId: undefined }],
    ['a template id without hyphens (O2)', { inquiryTemplateId: 'a'.repeat(32) }],
    ['a revision id that is not a UUID (O3)', { templateRevisionId: 'latest' }],
  ])('refuses %s with 400 and stores nothing', async (_, fields) => {
    const { status, body } = await merchant.open(fields)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', correlationId: expect.any(String) })
    expect(sandbox.store.inquiries.values()).toHaveLength(0)
  })

  test.each([
    ['malformed JSON', 400, 'application/json', '{"inquiryTemplateId":'],
    ['an empty body', 400, 'application/json', ''],
    ['an array', 400, 'application/json', '[]'],
    ['invalid UTF-8', 400, 'application/json', new Uint8Array([0x22, 0xff, 0x22])],
    ['another content type', 415, 'text/plain', '{}'],
    ['a body over 1 MiB', 413, 'application/json', 'x'.repeat(1024 * 1024 + 1)],
  ])('answers %s with a %i in the error shape', async (_, expected, contentType, content) => {
    const { status, body } = await merchant.send('POST', INQUIRIES, {
      headers: { 'content-type': contentType },
      body: content,
    })
    expect(status).toBe(expected)
    expect(Object.keys(body)).toEqual(['code', 'message', 'correlationId'])
    expect(sandbox.store.inquiries.values()).toHaveLength(0)
  })

  test("another tenant's template looks missing (A5)", async () => {
    const missing = await merchant.open({ inquiryTemplateId: randomUUID() })
    const foreign = await merchant.open({ inquiryTemplateId: OTHER_TENANT.templateId })
    expect(foreign.status).toBe(422)
    expect(foreign.body.code).toBe(missing.body.code)
  })

  test("expiresAt is capped by the inquiry's own expiry (O6)", async () => {
    const id = await merchant.openedId({ expiresAt: '2099-01-01T00:00:00Z' })
    const { body } = await merchant.status(id)
    expect(Date.parse(String(body.expiresAt)) - Date.parse(String(body.openedAt))).toBe(
      7 * 24 * 60 * 60 * 1000,
    )
  })
})

describe('an Idempotency-Key (O7, N2)', () => {
  const headers = { 'idempotency-key': '4f0c5f0e-7f5d-4c1e-9b57-5b1f0d4f7a11' }

  test('with the same body returns the first response again', async () => {
    const first = await merchant.open({ referenceId: 'r' }, headers)
    const again = await merchant.open({ referenceId: 'r' }, headers)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(sandbox.store.inquiries.values()).toHaveLength(1)
  })

  test('with a different body is refused with 422', async () => {
    await merchant.open({ referenceId: 'r' }, headers)
    expect((await merchant.open({ referenceId: 's' }, headers)).status).toBe(422)
  })

  test('returns the first response again even if its expiresAt has passed since (O7 before O6)', async () => {
    const expiresAt = new Date(sandbox.clock.nowMs() + 60_000).toISOString()
    const first = await merchant.open({ expiresAt }, headers)
    sandbox.clock.advance(120_000)
    const again = await merchant.open({ expiresAt }, headers)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
  })

  test('returns the first response again if only the case of a UUID differs', async () => {
    const { templateId, revisionId } = DEMO_TENANT
    const ids = { inquiryTemplateId: templateId, templateRevisionId: revisionId }
    const upperCase = {
      inquiryTemplateId: templateId.toUpperCase(),
      templateRevisionId: revisionId.toUpperCase(),
    }
    const first = await merchant.open(ids, headers)
    const again = await merchant.open(upperCase, headers)
    expect(again.body).toEqual(first.body)
  })

  test('is forgotten after 24 hours', async () => {
    const first = await merchant.open({}, headers)
    sandbox.clock.advance(24 * 60 * 60 * 1000)
    const later = await merchant.open({}, headers)
    expect(later.body).not.toEqual(first.body)
  })

  test('can be used again after a refusal', async () => {
    await merchant.open({ note: '<' }, headers)
    expect((await merchant.open({}, headers)).status).toBe(201)
  })

  test('with a space is a 400', async () => {
    const { status } = await merchant.open({}, { 'idempotency-key': 'a b' })
    expect(status).toBe(400)
  })
})
