import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendWithinLimits } from '../http/send-within-limits'
import { type ScriptedService, startScriptedService } from '../testing/scripted-service'
import { type ClientOptions, createVerificationClient } from './client'
import { VerificationError } from './errors'
import { inquiryBody, openedBody } from './wire'

let service: ScriptedService
beforeAll(async () => {
  service = await startScriptedService()
})
afterAll(() => service.stop())
const API_KEY = `svc_live_${'k'.repeat(32)}`
const inquiryId = randomUUID()
const correlationId = randomUUID()
const openCall = {
  body: '{"note":"a  b"}',
  idempotencyKey: randomUUID(),
  correlationId,
}

const client = (options: Partial<ClientOptions> = {}) =>
  createVerificationClient({
    baseUrl: service.url,
    apiKey: API_KEY,
    send: sendWithinLimits,
    ...options,
  })

const inquiry = (changes: object = {}) => inquiryBody({ inquiryId, ...changes })

describe('open', () => {
  test('sends the exact body with key, Idempotency-Key and correlation id (O1, O7, O8, A1)', async () => {
    service.answer(() => ({ status: 201, body: openedBody(inquiryId) }))
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
    const fields = { status: 'NEEDS_REVIEW', reviewReasons: ['Glare'] }
    const expiresAt = '2026-01-02T00:00:00.000Z'
    service.answer(() => ({ body: inquiry({ ...fields, expiresAt }) }))
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

  const confession = JSON.stringify({ fullName: 'Zoë Canary', apiKey: API_KEY })
  const html = { headers: { 'content-type': 'text/html' }, body: `<h1>${confession}</h1>` }
  test.each([
    ...[400, 401, 403, 404, 409, 422, 429, 500].map((status) => ({ status })),
    { status: 422, body: { error: { code: confession, message: confession } } },
    { status: 502, ...html },
    { status: 200, ...html },
    { status: 200, body: confession.slice(0, -7) },
    { status: 302, headers: { location: '/canary' } },
  ])('an error about %o contains no text from the response, nor the API key', async (answer) => {
    service.answer(() => ({ body: { code: 'Zoë Canary', message: confession }, ...answer }))
    const error = await read().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(VerificationError)
    // Includes hidden properties and the cause.
    const shown = inspect(error, { depth: null, showHidden: true })
    expect(shown).not.toMatch(/zoë|canary/i)
    expect(shown).not.toContain(API_KEY)
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

  test('an id cannot reach another path', async () => {
    service.answer(() => ({ status: 404 }))
    const elsewhere = client().getDocuments({ inquiryId: '../keys?x', correlationId })
    await expect(elsewhere).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(service.requests[0]?.path).toBe('/api/v1/customer/inquiries/..%2Fkeys%3Fx/documents')
    expect(service.requests[0]?.headers['x-correlation-id']).toBe(correlationId)
  })
})

const read = (options: Partial<ClientOptions> = {}) =>
  client(options).getInquiry({ inquiryId, correlationId })

test('a failed call isn’t repeated', async () => {
  service.answer(() => ({ status: 503 }))
  await expect(read()).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(service.requests).toHaveLength(1)
})

test('an error names the operation, and has a cause if no response came', async () => {
  service.answer(() => 'reset')
  await expect(read()).rejects.toMatchObject({ message: 'status', cause: expect.any(Error) })
  service.answer(() => ({ body: 'none' }))
  await expect(read()).rejects.toMatchObject({ message: 'status 200' })
})

test('a call asks for JSON', async () => {
  service.answer(() => ({ body: inquiry() }))
  await read()
  expect(service.requests).toMatchObject([{ headers: { accept: 'application/json' } }])
})

test.each([
  ['HTML', '<html>'],
  ['an empty body', ''],
  ['a body without a status', { inquiryId: 'x' }],
  ['an array', []],
])('%s is unreadable', async (_, body) => {
  service.answer(() => ({ body }))
  await expect(read()).rejects.toMatchObject({ name: 'UnreadableError' })
})

describe('a response over the limit', () => {
  const MIB = 1024 * 1024

  /** A body that never ends, with a count of the bytes the client took. */
  function endlessBody() {
    const sent = { bytes: 0 }
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const body = new Readable({
      read() {
        sent.bytes += chunk.length
        this.push(chunk)
      },
    })
    return { sent, body, closed: once(body, 'close') }
  }

  test('is not read to its end: the connection is closed instead', async () => {
    const { sent, body, closed } = endlessBody()
    service.answer(() => ({ body }))
    await expect(read()).rejects.toMatchObject({ name: 'UnreadableError', status: 200 })
    await closed
    // Sockets buffer some bytes beyond the limit.
    expect(sent.bytes).toBeLessThan(16 * MIB)
    expect(service.requests).toHaveLength(1)
  })

  test('is measured after decompression', async () => {
    // Without the limit, the client could read this body.
    const bomb = gzipSync(JSON.stringify(inquiry({ note: ' '.repeat(4 * MIB) })))
    expect(bomb.length).toBeLessThan(MIB)
    service.answer(() => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    await expect(read()).rejects.toMatchObject({ name: 'UnreadableError' })
  })

  test('still rejects with the error of its status', async () => {
    const { body, closed } = endlessBody()
    service.answer(() => ({ status: 401, body }))
    await expect(read()).rejects.toMatchObject({ name: 'UnauthorisedError' })
    await closed
  })
})
