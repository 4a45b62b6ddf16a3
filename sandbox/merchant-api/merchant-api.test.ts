// Behaviour that the contract leaves to the sandbox, or that the conformance suite can't see. conformance.test.ts checks the
// clauses.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, type Merchant, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})

test.each([
  ['malformed JSON', 400, 'application/json', '{"inquiryTemplateId":'],
  ['an empty body', 400, 'application/json', ''],
  ['an array', 400, 'application/json', '[]'],
  ['invalid UTF-8', 400, 'application/json', new Uint8Array([0x22, 0xff, 0x22])],
  ['another content type', 415, 'text/plain', '{}'],
  ['a body over 1 MiB', 413, 'application/json', 'x'.repeat(1024 * 1024 + 1)],
])('an open with %s gets a %i in the error shape', async (_, expected, contentType, content) => {
  const { status, body } = await merchant.send('POST', INQUIRIES, {
    headers: { 'content-type': contentType },
    body: content,
  })
  expect(status).toBe(expected)
  expect(Object.keys(body)).toEqual(['code', 'message', 'correlationId'])
})

test.each([
  ['GET', '/%zz', 404],
  ['GET', '/%zz/documents', 400],
  ['PATCH', '', 405, 'POST'],
  ['PROPFIND', '', 405, 'POST'],
  ['DELETE', `/${randomUUID()}`, 405, 'GET, HEAD'],
  ['POST', `/${randomUUID()}/documents`, 405, 'GET, HEAD'],
])('%s …/inquiries%s is a %i', async (method, path, expected, allow = '') => {
  const { status, headers } = await merchant.send(method, INQUIRIES + path)
  expect(status).toBe(expected)
  expect(headers.get('allow') ?? '').toBe(allow)
})

describe('an Idempotency-Key (O7, N2)', () => {
  const headers = { 'idempotency-key': '4f0c5f0e-7f5d-4c1e-9b57-5b1f0d4f7a11' }

  test('with a different body is refused with 422', async () => {
    await merchant.open({ referenceId: 'r' }, headers)
    expect((await merchant.open({ referenceId: 's' }, headers)).status).toBe(422)
  })

  test('is forgotten after 24 hours', async () => {
    const first = await merchant.open({}, headers)
    sandbox.clock.advance(24 * 60 * 60 * 1000 - 1000, DEMO_TENANT.id)
    expect((await merchant.open({}, headers)).body).toEqual(first.body)
    sandbox.clock.advance(1000, DEMO_TENANT.id)
    expect((await merchant.open({}, headers)).body).not.toEqual(first.body)
  })

  test('can be used again after a refusal', async () => {
    await merchant.open({ note: '<' }, headers)
    expect((await merchant.open({}, headers)).status).toBe(201)
  })

  test('with a space is a 400', async () => {
    expect((await merchant.open({}, { 'idempotency-key': 'a b' })).status).toBe(400)
  })
})

test('a key is stored only as a hash (A3)', () => {
  expect(JSON.stringify(sandbox.store.dump())).not.toContain(DEMO_TENANT.apiKey)
})

test('a picture is not cached, and its URL is refused once its expiry is changed', async () => {
  const id = await merchant.completedId()
  const url = new URL(await merchant.pictureUrl(id))
  const picture = await sandbox.app.request(url.href)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('cache-control')).toBe('no-store')
  url.searchParams.set('expires', String(Date.now() + 1e9))
  expect((await sandbox.app.request(url.href)).status).toBe(403)
})

// The service echoes up to 256 visible ASCII characters. It replaces anything else with a UUID instead of refusing it.
test.each([
  ['"><script>', true],
  ['~'.repeat(256), true],
  ['a b', false],
  ['x'.repeat(257), false],
  ['caf\u00e9', false],
])('the correlation id %s is echoed: %s (N24)', async (correlationId, isEchoed) => {
  const id = await merchant.openedId()
  const read = await merchant.get(`${INQUIRIES}/${id}`, { 'x-correlation-id': correlationId })
  expect(read.status).toBe(200)
  const echoed = read.headers.get('x-correlation-id') ?? ''
  if (isEchoed) expect(echoed).toBe(correlationId)
  else expect(echoed).toMatch(/^[0-9a-f-]{36}$/)
})

test('the 61st request in a minute gets a 429, and the next minute is free again (D5, N17)', async () => {
  sandbox.clock.freeze(DEMO_TENANT.id)
  const id = await merchant.openedId()
  for (let count = 1; count < 60; count += 1) {
    expect((await merchant.status(id)).status).toBe(200)
  }
  const limited = await merchant.status(id)
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe('60')
  sandbox.clock.advance(60_000, DEMO_TENANT.id)
  expect((await merchant.status(id)).status).toBe(200)
})
