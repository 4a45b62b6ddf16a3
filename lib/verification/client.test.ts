import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedService, startScriptedService } from '../testing/scripted-service'
import { type ClientOptions, createVerificationClient, type VerificationClient } from './client'

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

const client = (options: Pick<ClientOptions, 'deadlineMs' | 'fetch'> = {}): VerificationClient =>
  createVerificationClient({
    baseUrl: service.url,
    apiKey: API_KEY,
    random: () => 0.5,
    clock: { now: () => Date.now(), sleep: async (ms) => void slept.push(ms) },
    ...options,
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

  test.each([200, 201, 202])('takes %i for success (N1)', async (status) => {
    service.answer(() => ({ status, body: { inquiryId } }))
    expect(await client().open(openCall)).toEqual({ inquiryId })
  })

  test.each([
    ['a broken connection', 'reset'],
    ['408', { status: 408 }],
    ['500', { status: 500, body: '<h1>Oops</h1>' }],
    ['503', { status: 503 }],
  ] as const)('after %s it sends the same bytes under the same key again', async (_, failure) => {
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

  test('one deadline holds for the call and its retries', async () => {
    service.answer(() => 'silence')
    await expect(client({ deadlineMs: 80 }).open(openCall)).rejects.toMatchObject({
      name: 'UnavailableError',
    })
    expect(service.requests).toHaveLength(1)
  })

  test.each<[string, typeof fetch]>([
    ['a fetch', () => new Promise(() => {})],
    ['a body', async () => new Response(new ReadableStream())],
  ])('the deadline holds for %s that never ends and heeds no signal', async (_, silent) => {
    const call = client({ deadlineMs: 40, fetch: silent }).open(openCall)
    await expect(call).rejects.toMatchObject({ name: 'UnavailableError' })
  })

  test.each([
    [400, 'RejectedError'],
    [401, 'UnauthorisedError'],
    [403, 'RejectedError'],
    [404, 'RejectedError'],
    [409, 'RejectedError'],
    [422, 'RejectedError'],
  ])('%i is a %s and is not sent again', async (status, name) => {
    service.answer(() => ({ status, body: { code: 'SOME_CODE', message: 'text' } }))
    await expect(client().open(openCall)).rejects.toMatchObject({ name, status, code: 'SOME_CODE' })
    expect(service.requests).toHaveLength(1)
  })

  test('409 is a ConflictError when the key was sent before, in this call or in an earlier one (N2)', async () => {
    service.answer(() => ({ status: 409 }))
    const again = client().open({ ...openCall, sentBefore: true })
    await expect(again).rejects.toMatchObject({ name: 'ConflictError' })
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

  test('passes a status never seen before on (N5)', async () => {
    service.answer(() => ({ body: inquiry({ status: 'ESCALATED' }) }))
    expect(await read()).toMatchObject({ status: 'ESCALATED' })
  })

  test('reads an identity of which some fields, or all, are missing (N14)', async () => {
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

  test.each([
    ['HTML', '<html>'],
    ['nothing', ''],
    ['no status', { inquiryId }],
    ['an array', []],
  ])('%s is unreadable', async (_, body) => {
    service.answer(() => ({ body }))
    await expect(read()).rejects.toMatchObject({ name: 'UnreadableError' })
  })

  test('404 is a NotFoundError (A5)', async () => {
    service.answer(() => ({ status: 404, body: '' }))
    await expect(read()).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test('nothing of an answer gets into a message', async () => {
    service.answer(() => ({ status: 400, body: { code: 'Zoë Canary', message: 'CANARY' } }))
    const error = await read().catch((reason: unknown) => reason)
    expect(String(error)).not.toMatch(/canary/i)
    expect(String(error)).not.toContain(API_KEY)
  })
})

describe('getDocuments', () => {
  const read = () => client().getDocuments({ inquiryId, correlationId })

  test('reads the documents, of unknown types too (D6–D12)', async () => {
    const documents = [
      { type: 'passport', supportedPageTypes: ['frontPage'], frontPage: 'https://a.example/1' },
      { type: 'library_card', frontPage: 'https://a.example/2', backPage: 'javascript:alert(1)' },
    ]
    service.answer(() => ({
      body: { inquiryId, status: 'APPROVED', urlExpiresAt: '2026-01-01T00:05:00.000Z', documents },
    }))
    const read2 = await read()
    expect(read2.urlExpiresAt).toEqual(new Date('2026-01-01T00:05:00.000Z'))
    expect(read2.documents).toEqual([
      documents[0],
      { type: 'library_card', frontPage: 'https://a.example/2' },
    ])
  })

  test.each([
    ['{ code }', { code: 'INQUIRY_NOT_APPROVED' }],
    ['{ error: { code } }', { error: { code: 'INQUIRY_NOT_APPROVED' } }],
    ['{ errors: [{ code }] }', { errors: [{ code: 'INQUIRY_NOT_APPROVED' }] }],
    ['problem+json', { type: 'about:blank', status: 403, code: 'INQUIRY_NOT_APPROVED' }],
  ])('a 403 with the code in %s is a NotApprovedError (D2, N3)', async (_, body) => {
    service.answer(() => ({ status: 403, body }))
    await expect(read()).rejects.toMatchObject({ name: 'NotApprovedError' })
  })

  test.each([
    ['empty', ''],
    ['HTML', '<h1>INQUIRY_NOT_APPROVED</h1>'],
    ['another code', { code: 'FORBIDDEN' }],
  ])('a 403 that is %s is not "not approved"', async (_, body) => {
    service.answer(() => ({ status: 403, body }))
    await expect(read()).rejects.toMatchObject({ name: 'RejectedError' })
  })

  test('waits for a Retry-After that fits its deadline, and goes on (D5)', async () => {
    service.answer((_request, nth) =>
      nth === 1
        ? { status: 429, headers: { 'retry-after': '2' } }
        : {
            body: {
              inquiryId,
              status: 'APPROVED',
              urlExpiresAt: '2026-01-01T00:05:00Z',
              documents: [],
            },
          },
    )
    expect((await read()).documents).toEqual([])
    expect(slept).toEqual([2000])
  })

  test('hands a longer Retry-After to the caller', async () => {
    service.answer(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    await expect(read()).rejects.toMatchObject({ name: 'RateLimitedError', retryAfterMs: 60_000 })
    expect(service.requests).toHaveLength(1)
  })
})

describe('what the client does by itself', () => {
  const read = (options: Partial<ClientOptions> = {}) =>
    createVerificationClient({
      baseUrl: service.url,
      apiKey: API_KEY,
      random: () => 0.5,
      clock: { now: () => Date.now(), sleep: async (ms) => void slept.push(ms) },
      ...options,
    }).getInquiry({ inquiryId, correlationId })

  test('one deadline covers every wait: a retry that it does not leave time for is not made', async () => {
    service.answer(() => ({ status: 500 }))
    const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) }
    await expect(read({ clock, deadlineMs: 100 })).rejects.toMatchObject({ status: 500 })
    expect(service.requests).toHaveLength(1)
    service.answer(() => ({ status: 500 }))
    await expect(read({ clock, deadlineMs: 101 })).rejects.toMatchObject({ status: 500 })
    expect(service.requests).toHaveLength(2)
  })

  test('a wait that the deadline ends gives the failure that was waited on', async () => {
    service.answer(() => ({ status: 503 }))
    const clock = { now: () => 0, sleep: () => Promise.reject(new Error('over')) }
    await expect(read({ clock })).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
    expect(service.requests).toHaveLength(1)
  })

  test('waits ten seconds and tries three times unless it is told otherwise', async () => {
    service.answer(() => ({ status: 429, headers: { 'retry-after': '9' } }))
    await expect(read()).rejects.toMatchObject({ name: 'RateLimitedError' })
    expect(slept).toEqual([9_000, 9_000])
    service.answer(() => ({ status: 429, headers: { 'retry-after': '10' } }))
    await expect(read({ clock: { now: () => 0, sleep: async () => {} } })).rejects.toMatchObject({
      retryAfterMs: 10_000,
    })
    expect(service.requests).toHaveLength(1)
    service.answer(() => ({ status: 500 }))
    await expect(read({ maxAttempts: 1 })).rejects.toMatchObject({ status: 500 })
    expect(service.requests).toHaveLength(1)
  })

  test('an error names the operation and, without an answer, its cause', async () => {
    service.answer(() => 'reset')
    const failed = read({ maxAttempts: 1 })
    await expect(failed).rejects.toMatchObject({ operation: 'status', cause: expect.any(Error) })
    service.answer(() => ({ body: 'none' }))
    await expect(read()).rejects.toMatchObject({ operation: 'status', status: 200 })
    service.answer(() => ({ status: 404 }))
    const documents = client().getDocuments({ inquiryId, correlationId })
    await expect(documents).rejects.toMatchObject({ operation: 'documents' })
    service.answer(() => ({ status: 409, body: { code: 'IN_USE' } }))
    const open = client().open({ ...openCall, sentBefore: true })
    await expect(open).rejects.toMatchObject({ operation: 'open', status: 409, code: 'IN_USE' })
  })

  test('works with the clock, the chance and the fetch of the platform', async () => {
    service.answer((_request, nth) => (nth === 1 ? { status: 500 } : { body: inquiry() }))
    const plain = createVerificationClient({ baseUrl: service.url, apiKey: API_KEY })
    expect(await plain.getInquiry({ inquiryId, correlationId })).toMatchObject({ inquiryId })
    expect(service.requests).toHaveLength(2)
  })

  test('never follows, never caches, and asks for JSON', async () => {
    const asked: RequestInit[] = []
    const send: typeof fetch = async (_url, init = {}) => {
      asked.push(init)
      return Response.json(inquiry())
    }
    await read({ fetch: send })
    expect(asked).toMatchObject([
      {
        method: 'GET',
        redirect: 'manual',
        cache: 'no-store',
        headers: { accept: 'application/json' },
      },
    ])
    expect(asked[0]?.signal).toBeInstanceOf(AbortSignal)
  })

  test('an id cannot reach another path', async () => {
    service.answer(() => ({ status: 404 }))
    const plain = client()
    await plain.getDocuments({ inquiryId: '../keys?x', correlationId }).catch(() => {})
    expect(service.requests[0]?.path).toBe('/api/v1/customer/inquiries/..%2Fkeys%3Fx/documents')
    expect(service.requests[0]?.headers['x-correlation-id']).toBe(correlationId)
  })

  test.each([
    ['its code', { code: 'A_CODE_2' }, { code: 'A_CODE_2' }],
    ['its correlation id', { correlationId }, { correlationId }],
    ['both, within', { error: { code: 'X', correlationId } }, { code: 'X', correlationId }],
    ['the first of a list', { errors: [{ code: 'FIRST' }, { code: 'NEXT' }] }, { code: 'FIRST' }],
    ['no sentence for a code', { code: 'A sentence' }, { code: undefined }],
    ['no lower case for a code', { code: 'a_code' }, { code: undefined }],
    ['no end of a sentence for a code', { code: 'see A_CODE' }, { code: undefined }],
    ['no code that never ends', { code: 'A'.repeat(65) }, { code: undefined }],
    ['no number for a code', { code: 7 }, { code: undefined }],
    ['nothing of a list that is none', { errors: 'A_CODE' }, { code: undefined }],
    ['nothing of null', null, { code: undefined, correlationId: undefined }],
    [
      'no id with more around it',
      { correlationId: `id ${correlationId}` },
      { correlationId: undefined },
    ],
    ['no id that goes on', { correlationId: `${correlationId}0` }, { correlationId: undefined }],
  ])('of an error it knows %s (N3)', async (_, body, known) => {
    service.answer(() => ({ status: 422, body }))
    await expect(read()).rejects.toMatchObject({ operation: 'status', status: 422, ...known })
  })

  test.each([
    [300, 'UnreadableError'],
    [399, 'UnreadableError'],
    [400, 'RejectedError'],
    [408, 'UnavailableError'],
    [499, 'RejectedError'],
    [500, 'UnavailableError'],
    [599, 'UnavailableError'],
  ])('%i is an %s', async (status, name) => {
    service.answer(() => ({ status }))
    await expect(read()).rejects.toMatchObject({ name, operation: 'status' })
  })

  test('the code of a refusal counts with 403 alone', async () => {
    service.answer(() => ({ status: 400, body: { code: 'INQUIRY_NOT_APPROVED' } }))
    await expect(read()).rejects.toMatchObject({ name: 'RejectedError' })
  })

  test('a 409 to a read is no conflict', async () => {
    service.answer(() => ({ status: 409 }))
    await expect(read()).rejects.toMatchObject({ name: 'RejectedError' })
  })
})
