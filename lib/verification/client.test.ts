import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedService, startScriptedService } from '../testing/scripted-service'
import { createVerificationClient } from './client'

let service: ScriptedService
let slept: number[]
beforeAll(async () => {
  service = await startScriptedService()
})
afterAll(() => service.stop())
beforeEach(() => {
  slept = []
})

const API_KEY = `svc_live_${'k'.repeat(32)}`
const inquiryId = randomUUID()
const correlationId = randomUUID()
const openCall = {
  body: '{"note":"a  b"}',
  idempotencyKey: randomUUID(),
  correlationId,
  sentBefore: false,
}

const client = () =>
  createVerificationClient({
    baseUrl: service.url,
    apiKey: API_KEY,
    random: () => 0.5,
    clock: { now: () => Date.now(), sleep: async (ms) => void slept.push(ms) },
  })

const inquiry = (changes: object = {}) => ({
  inquiryId,
  status: 'PENDING',
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
  referenceId: 'app-1',
  note: '',
  openedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
  inquiryTemplateId: randomUUID(),
  ...changes,
})

describe('open', () => {
  test('sends the exact body with key, Idempotency-Key and correlation id (O1, O7, O8, A1)', async () => {
    service.answer(() => ({ status: 201, body: { inquiryId } }))
    expect(await client().open(openCall)).toEqual({ inquiryId })
    expect(service.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/customer/inquiries',
        body: openCall.body,
        headers: {
          'x-api-key': API_KEY,
          'idempotency-key': openCall.idempotencyKey,
          'x-correlation-id': correlationId,
          'content-type': 'application/json',
        },
      },
    ])
  })

  test.each([200, 201, 202])('treats %i as success (N1)', async (status) => {
    service.answer(() => ({ status, body: { inquiryId } }))
    expect(await client().open(openCall)).toEqual({ inquiryId })
  })

  test.each([
    ['a broken connection', 'reset'],
    ['408', { status: 408 }],
    ['500', { status: 500, body: '<h1>Oops</h1>' }],
    ['503', { status: 503 }],
  ] as const)('after %s, it resends the same bytes with the same key', async (_, failure) => {
    service.answer((_request, nth) => (nth < 3 ? failure : { status: 201, body: { inquiryId } }))
    expect(await client().open(openCall)).toEqual({ inquiryId })
    const sent = service.requests.map(({ body, headers }) => [body, headers['idempotency-key']])
    expect(sent).toEqual(Array(3).fill([openCall.body, openCall.idempotencyKey]))
    expect(slept).toEqual([100, 200])
  })

  test('gives up after three attempts', async () => {
    service.answer(() => ({ status: 502 }))
    await expect(client().open(openCall)).rejects.toMatchObject({
      name: 'UnavailableError',
      status: 502,
    })
    expect(service.requests).toHaveLength(3)
  })

  test.each([
    [400, 'RejectedError'],
    [401, 'UnauthorisedError'],
    [403, 'RejectedError'],
    [404, 'RejectedError'],
    [409, 'RejectedError'],
    [422, 'RejectedError'],
  ])('%i is a %s and is not retried', async (status, name) => {
    service.answer(() => ({ status, body: { code: 'SOME_CODE', message: 'text' } }))
    await expect(client().open(openCall)).rejects.toMatchObject({ name, status, code: 'SOME_CODE' })
    expect(service.requests).toHaveLength(1)
  })

  test('409 is a ConflictError when the key was sent before, in this call or in an earlier one (N2)', async () => {
    service.answer(() => ({ status: 409, body: { code: 'IN_USE' } }))
    const again = client().open({ ...openCall, sentBefore: true })
    await expect(again).rejects.toMatchObject({
      name: 'ConflictError',
      operation: 'open',
      status: 409,
      code: 'IN_USE',
    })
    service.answer((_request, nth) => (nth === 1 ? 'reset' : { status: 409 }))
    await expect(client().open(openCall)).rejects.toMatchObject({ name: 'ConflictError' })
  })

  test('a success without an inquiryId is unreadable', async () => {
    service.answer(() => ({ status: 201, body: { id: inquiryId } }))
    await expect(client().open(openCall)).rejects.toMatchObject({ name: 'UnreadableError' })
  })

  test('a redirect is not followed: it would carry the key to another host', async () => {
    service.answer(() => ({ status: 307, headers: { location: `${service.url}/elsewhere` } }))
    await expect(client().open(openCall)).rejects.toMatchObject({ name: 'UnreadableError' })
    expect(service.requests).toHaveLength(1)
  })
})

describe('getInquiry', () => {
  const read = () => client().getInquiry({ inquiryId, correlationId })

  test('reads the inquiry (S1, S2)', async () => {
    service.answer(() => ({ body: inquiry({ status: 'NEEDS_REVIEW', reviewReasons: ['Glare'] }) }))
    expect(await read()).toMatchObject({
      status: 'NEEDS_REVIEW',
      reviewReasons: ['Glare'],
      expiresAt: new Date('2026-01-02T00:00:00.000Z'),
    })
    expect(service.requests[0]).toMatchObject({
      path: `/api/v1/customer/inquiries/${inquiryId}`,
      headers: { 'x-correlation-id': correlationId },
    })
  })

  test('passes an unknown status through (N5)', async () => {
    service.answer(() => ({ body: inquiry({ status: 'ESCALATED' }) }))
    expect(await read()).toMatchObject({ status: 'ESCALATED' })
  })

  test('reads an identity with some or all of its fields missing (N14)', async () => {
    service.answer(() => ({
      body: inquiry({
        identity: {
          personalInfo: { fullName: 'A', shoeSize: 44, extra: 'x' },
          document: { documentType: 'HOVERCRAFT_LICENSE', addressDetails: { city: 'C' } },
        },
      }),
    }))
    expect((await read()).identity).toEqual({
      personalInfo: { fullName: 'A', extra: 'x' },
      document: { documentType: 'HOVERCRAFT_LICENSE', addressDetails: { city: 'C' } },
    })
    service.answer(() => ({ body: inquiry({ identity: {} }) }))
    expect((await read()).identity).toEqual({})
    service.answer(() => ({ body: inquiry({ identity: 'none' }) }))
    expect((await read()).identity).toBeUndefined()
  })

  test('404 is a NotFoundError (A5)', async () => {
    service.answer(() => ({ status: 404, body: '' }))
    await expect(read()).rejects.toMatchObject({ name: 'NotFoundError', operation: 'status' })
  })

  test('an error message contains no text from the response, nor the API key', async () => {
    service.answer(() => ({ status: 400, body: { code: 'Zoë Canary', message: 'CANARY' } }))
    const error = await read().catch((reason: unknown) => reason)
    expect(String(error)).not.toMatch(/canary/i)
    expect(String(error)).not.toContain(API_KEY)
  })
})

describe('getDocuments', () => {
  const read = () => client().getDocuments({ inquiryId, correlationId })

  test('reads the documents, including unknown types (D6–D12)', async () => {
    const documents = [
      { type: 'passport', supportedPageTypes: ['frontPage'], frontPage: 'https://a.example/1' },
      { type: 'library_card', frontPage: 'https://a.example/2', backPage: 'javascript:alert(1)' },
    ]
    service.answer(() => ({
      body: { inquiryId, status: 'APPROVED', urlExpiresAt: '2026-01-01T00:05:00.000Z', documents },
    }))
    const answer = await read()
    expect(answer.urlExpiresAt).toEqual(new Date('2026-01-01T00:05:00.000Z'))
    expect(answer.documents).toEqual([
      documents[0],
      { type: 'library_card', frontPage: 'https://a.example/2' },
    ])
  })

  test('403 with its code is a NotApprovedError (D2), 404 a NotFoundError (D3)', async () => {
    service.answer(() => ({ status: 403, body: { code: 'INQUIRY_NOT_APPROVED' } }))
    await expect(read()).rejects.toMatchObject({ name: 'NotApprovedError' })
    service.answer(() => ({ status: 404 }))
    await expect(read()).rejects.toMatchObject({ name: 'NotFoundError', operation: 'documents' })
  })

  test('an id cannot reach another path', async () => {
    service.answer(() => ({ status: 404 }))
    const elsewhere = client().getDocuments({ inquiryId: '../keys?x', correlationId })
    await expect(elsewhere).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(service.requests[0]?.path).toBe('/api/v1/customer/inquiries/..%2Fkeys%3Fx/documents')
    expect(service.requests[0]?.headers['x-correlation-id']).toBe(correlationId)
  })
})
