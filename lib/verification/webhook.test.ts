import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  DELIVERY_ID_HEADER,
  hmacKey,
  isSignedBy,
  parseEvent,
  parseSignature,
  SECRET_FORMS,
  SIGNATURE_HEADER,
} from './webhook'

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ'
const PREVIOUS = 'whsec_cHJldmlvdXMtcHJldmlvdXM'
const body = Buffer.from('{"id":"1", "name":"Zoë"}')
const sign = (bytes: string | Uint8Array, key: string | Uint8Array = SECRET) =>
  createHmac('sha256', key).update(bytes).digest('hex')

describe('parseSignature', () => {
  const digest = Buffer.from(sign(body), 'hex')

  test.each([
    ['sha256= and 64 hex digits', `sha256=${sign(body)}`],
    ['spaces around the value and capital letters', ` SHA256=${sign(body).toUpperCase()} `],
  ])('accepts %s (W4)', (_, header) => {
    expect(parseSignature(header)).toEqual({ ok: true, digest })
  })

  test.each([
    ['no header', null, 'no_header'],
    ['an empty header', '', 'no_header'],
    ['a blank header', ' ', 'no_header'],
    ['nonsense', 'hello', 'malformed_header'],
    ['something before the prefix', `v=sha256=${sign(body)}`, 'malformed_header'],
    ['something before a bare digest', `v1,${sign(body)}`, 'malformed_header'],
    ['a short digest', `sha256=${sign(body).slice(2)}`, 'malformed_header'],
    ['a long digest', `sha256=${sign(body)}00`, 'malformed_header'],
    ['another algorithm', `sha1=${sign(body)}`, 'malformed_header'],
    ['letters that are not hex', `sha256=${'z'.repeat(64)}`, 'malformed_header'],
    ['a digest without its prefix (W10)', ` ${sign(body)}`, 'malformed_header'],
  ])('rejects %s', (_, header, reason) => {
    expect(parseSignature(header)).toEqual({ ok: false, reason })
  })
})

describe('isSignedBy', () => {
  const digestOf = (bytes: string | Uint8Array, key?: string | Uint8Array) =>
    Buffer.from(sign(bytes, key), 'hex')

  test('accepts the HMAC-SHA256 of the raw bytes, and of nothing else (W3, W10)', () => {
    expect(isSignedBy(body, digestOf(body), [SECRET])).toBe(true)
    expect(isSignedBy(body, digestOf('{}'), [SECRET])).toBe(false)
    expect(isSignedBy(body, digestOf(body, 'whsec_other'), [SECRET])).toBe(false)
  })

  test('accepts the previous secret only while it is configured (N16)', () => {
    const digest = digestOf(body, PREVIOUS)
    expect(isSignedBy(body, digest, [SECRET, PREVIOUS])).toBe(true)
    expect(isSignedBy(body, digest, [SECRET])).toBe(false)
  })

  test('accepts only the configured form of the HMAC key (N15)', () => {
    for (const form of SECRET_FORMS) {
      const digest = digestOf(body, hmacKey(SECRET, form))
      const accepted = SECRET_FORMS.filter((each) => isSignedBy(body, digest, [SECRET], each))
      expect(accepted).toEqual([form])
    }
  })

  test('each form derives the HMAC key that its name says (N15)', () => {
    expect(hmacKey('whsec_YWJj', 'utf8').toString()).toBe('whsec_YWJj')
    expect(hmacKey('whsec_YWJj', 'utf8-bare').toString()).toBe('YWJj')
    expect(hmacKey('whsec_YWJj', 'base64').toString()).toBe('abc')
    expect(hmacKey('a-whsec_b', 'utf8-bare').toString()).toBe('a-whsec_b')
  })

  test('the headers are named as in the contract (W4, W5)', () => {
    expect([SIGNATURE_HEADER, DELIVERY_ID_HEADER]).toEqual([
      'x-service-signature',
      'x-service-delivery-id',
    ])
  })
})

describe('parseEvent', () => {
  const event = (changes: object = {}) => ({
    id: randomUUID(),
    type: 'inquiry.approved',
    createdAt: '2026-01-02T03:04:05.678Z',
    data: { inquiryId: randomUUID(), referenceId: 'app-1', status: 'APPROVED' },
    ...changes,
  })
  const parse = (value: unknown) => parseEvent(Buffer.from(JSON.stringify(value)))

  test('reads the envelope and what the event reports (W6, W9), ids in upper case too', () => {
    const given = event()
    expect(parse({ ...given, id: given.id.toUpperCase() })).toEqual({
      id: given.id,
      kind: 'inquiry.approved',
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      report: {
        status: 'APPROVED',
        data: { inquiryId: given.data.inquiryId, referenceId: 'app-1' },
      },
    })
  })

  test('the kind decides the status, not data.status (N12)', () => {
    const data = { inquiryId: randomUUID() }
    expect(parse(event({ type: 'inquiry.declined', data }))?.report?.status).toBe('DECLINED')
    expect(parse(event({ type: 'inquiry.review_in_progress', data }))?.report?.status).toBe(
      'NEEDS_REVIEW',
    )
  })

  test('fields that the contract does not name are dropped, so no identity can be stored (N12)', () => {
    const data = { inquiryId: randomUUID(), fullName: 'CANARY', nested: { email: 'CANARY' } }
    expect(JSON.stringify(parse(event({ data })))).not.toContain('CANARY')
  })

  test('an unknown kind reports no status, but names the inquiry it is about (N13)', () => {
    const inquiryId = randomUUID()
    const data = { inquiryId, status: 'APPROVED' }
    expect(parse(event({ type: 'inquiry.future', data }))).toMatchObject({
      report: { status: null, data: { inquiryId } },
    })
  })

  test.each([
    ['inquiry/future', 'inquiry/future'],
    ['inquiry.approved\0', 'UNKNOWN'],
    ['Inquiry of Zoë Quillon', 'UNKNOWN'],
    ['k'.repeat(1_000), 'UNKNOWN'],
    ['', 'UNKNOWN'],
  ])('a kind of any shape is accepted, and never becomes a known one: %j (N13)', (type, kind) => {
    expect(parse(event({ type }))).toMatchObject({ kind, report: { status: null } })
  })

  test('an unknown kind that names no inquiry has no report (N13)', () => {
    expect(parse(event({ type: 'inquiry.future', data: 7 }))).toMatchObject({ report: null })
    expect(parse(event({ type: 'constructor', data: {} }))).toMatchObject({ report: null })
    expect(parse(event({ type: 'inquiry.future', data: undefined }))).toMatchObject({
      report: null,
    })
  })

  test('an event with a byte order mark or invalid UTF-8 is still read', () => {
    const text = JSON.stringify(event({ note: '§' }))
    expect(parseEvent(Buffer.from(`\uFEFF${text}`))).not.toBeNull()
    expect(parseEvent(Buffer.from(text, 'latin1'))).not.toBeNull()
  })

  test('an event with 1 MiB of nested arrays is read like any other', () => {
    const depth = 500_000
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const text = JSON.stringify(event({ data: { inquiryId: randomUUID(), deep: '§' } }))
    expect(parseEvent(Buffer.from(text.replace('"§"', deep)))).toMatchObject({
      report: { status: 'APPROVED' },
    })
  })

  test.each([
    ['text', 'hello'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['no id', JSON.stringify({ ...event(), id: undefined })],
    ['an id that is not a UUID', JSON.stringify(event({ id: '1' }))],
    ['an invalid time', JSON.stringify(event({ createdAt: 'yesterday' }))],
    ['the year 0', JSON.stringify(event({ createdAt: '0000-01-01T00:00:00Z' }))],
    ['the year 10000', JSON.stringify(event({ createdAt: '9999-12-31T23:59:59-01:00' }))],
  ])('%s is not an event', (_, text) => {
    expect(parseEvent(Buffer.from(text))).toBeNull()
  })
})
