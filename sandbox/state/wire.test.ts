import { expect, test } from 'vitest'
import { type Exchange, Wire } from './wire.ts'

const exchange: Exchange = {
  at: '2026-01-01T00:00:00.000Z',
  tenantId: 't',
  direction: 'delivery',
  correlationId: 'c',
  eventCorrelationId: null,
  inquiryId: null,
  method: 'POST',
  url: '/',
  requestHeaders: {},
  requestBody: new Uint8Array(),
  status: 200,
  failure: null,
  responseHeaders: {},
  responseBody: new Uint8Array(),
  durationMs: 1,
  delivery: null,
  fault: null,
}

function shownBodyOf(bytes: Uint8Array) {
  const wire = new Wire()
  wire.record({ ...exchange, requestBody: bytes })
  return wire.list(null)[0]?.requestBody
}

test('text is shown as text, including its byte order mark', () => {
  expect(shownBodyOf(Buffer.from('\ufeff{"name":"Zoë"}'))).toEqual({
    encoding: 'utf8',
    content: '\ufeff{"name":"Zoë"}',
    byteLength: 18,
    truncated: false,
  })
})

test('bytes that are not UTF-8 are shown as base64', () => {
  expect(shownBodyOf(Buffer.from([0xc3, 0x28]))).toMatchObject({
    encoding: 'base64',
    content: 'wyg=',
  })
})

test('a long body is truncated and keeps its original length', () => {
  const shown = shownBodyOf(Buffer.alloc(100_000, 'x'))
  expect(shown).toMatchObject({ byteLength: 100_000, truncated: true })
  expect(shown?.content).toHaveLength(64 * 1024)
})

test('the last 1,000 exchanges are kept, and a list can continue after a sequence number', () => {
  const wire = new Wire()
  for (let count = 0; count < 1_005; count += 1) wire.record(exchange)
  expect(wire.list(null)).toHaveLength(1_000)
  expect(wire.list(null, 1_003).map(({ sequence }) => sequence)).toEqual([1_004, 1_005])
  expect(wire.list('another')).toHaveLength(0)
})
