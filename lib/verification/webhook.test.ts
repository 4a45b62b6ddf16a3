import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { diagnoseSignature } from './signature-doctor'
import {
  DELIVERY_ID_HEADER,
  hmacKey,
  parseEvent,
  SIGNATURE_HEADER,
  verifySignature,
} from './webhook'

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ'
const PREVIOUS = 'whsec_cHJldmlvdXMtcHJldmlvdXM'
const body = Buffer.from('{"id":"1", "name":"Zoë"}')
const sign = (bytes: string | Uint8Array, key: string | Uint8Array = SECRET) =>
  createHmac('sha256', key).update(bytes).digest('hex')

describe('verifySignature', () => {
  test('accepts the HMAC-SHA256 of the raw bytes (W3, W4)', () => {
    expect(verifySignature(body, `sha256=${sign(body)}`, [SECRET])).toEqual({
      ok: true,
      secret: 'current',
    })
  })

  test('accepts the previous secret while it is given, and says so (N16)', () => {
    const header = `sha256=${sign(body, PREVIOUS)}`
    expect(verifySignature(body, header, [SECRET, PREVIOUS])).toEqual({
      ok: true,
      secret: 'previous',
    })
    expect(verifySignature(body, header, [SECRET])).toEqual({ ok: false, reason: 'mismatch' })
  })

  test('accepts each form of the HMAC key, and only the one that is set (N15)', () => {
    for (const form of ['utf8', 'utf8-bare', 'base64'] as const) {
      const header = `sha256=${sign(body, hmacKey(SECRET, form))}`
      expect(verifySignature(body, header, [SECRET], form).ok).toBe(true)
      const others = (['utf8', 'utf8-bare', 'base64'] as const).filter((other) => other !== form)
      for (const other of others)
        expect(verifySignature(body, header, [SECRET], other).ok).toBe(false)
    }
  })

  test('space around the header and capital letters are no mistake', () => {
    const header = ` SHA256=${sign(body).toUpperCase()} `
    expect(verifySignature(body, header, [SECRET])).toMatchObject({ ok: true })
  })

  test('the forms of the HMAC key are the bytes that they say (N15)', () => {
    expect(hmacKey('whsec_YWJj', 'utf8').toString()).toBe('whsec_YWJj')
    expect(hmacKey('whsec_YWJj', 'utf8-bare').toString()).toBe('YWJj')
    expect(hmacKey('whsec_YWJj', 'base64').toString()).toBe('abc')
    expect(hmacKey('a-whsec_b', 'utf8-bare').toString()).toBe('a-whsec_b')
  })

  test('the headers have the names of the contract (W4, W5)', () => {
    expect([SIGNATURE_HEADER, DELIVERY_ID_HEADER]).toEqual([
      'x-service-signature',
      'x-service-delivery-id',
    ])
  })

  test.each([
    ['no header', null, 'missing'],
    ['something before the name', `v=sha256=${sign(body)}`, 'malformed'],
    ['an empty header', '', 'malformed'],
    ['a bare digest', sign(body), 'malformed'],
    ['a digest that is too short', `sha256=${sign(body).slice(2)}`, 'malformed'],
    ['a digest that is too long', `sha256=${sign(body)}00`, 'malformed'],
    ['another algorithm', `sha1=${sign(body)}`, 'malformed'],
    ['what is not hex', `sha256=${'z'.repeat(64)}`, 'malformed'],
    ['another body', `sha256=${sign('{}')}`, 'mismatch'],
    ['another secret', `sha256=${sign(body, 'whsec_other')}`, 'mismatch'],
  ])('rejects %s', (_, header, reason) => {
    expect(verifySignature(body, header, [SECRET])).toEqual({ ok: false, reason })
  })
})

describe('diagnoseSignature', () => {
  const compact = JSON.stringify(JSON.parse(body.toString()))
  const pretty = JSON.stringify(JSON.parse(body.toString()), null, 2)
  test.each([
    ['no header', null, 'no_header'],
    ['nonsense', 'hello', 'malformed_header'],
    ['a digest without its prefix', sign(body), 'bare_digest'],
    ['a key made in another way', `sha256=${sign(body, hmacKey(SECRET, 'base64'))}`, 'secret_form'],
    ['a body that was serialised again', `sha256=${sign(compact)}`, 'reserialised_body'],
    ['a wrong secret', `sha256=${sign(body, 'whsec_other')}`, 'wrong_secret_or_altered_body'],
    ['an empty header', ' ', 'no_header'],
    ['a digest that is too long', `sha256=${sign(body)}0`, 'malformed_header'],
    ['another name before the digest', `v1,sha256=${sign(body)}`, 'malformed_header'],
    ['space around a digest', ` ${sign(body)} `, 'bare_digest'],
    ['capital letters', `SHA256=${sign(compact).toUpperCase()}`, 'reserialised_body'],
    ['a bare digest of something else', sign('else'), 'bare_digest'],
    ['space around a wrong one', ` sha256=${sign('else')}`, 'wrong_secret_or_altered_body'],
    [
      'space around another form',
      ` sha256=${sign(body, hmacKey(SECRET, 'utf8-bare'))}`,
      'secret_form',
    ],
    ['a body that was printed prettily', `sha256=${sign(pretty)}`, 'reserialised_body'],
    ['a body that lost its last line break', `sha256=${sign(`${body}\n`)}`, 'reserialised_body'],
  ])('recognises %s', (_, header, reason) => {
    expect(diagnoseSignature(body, header, [PREVIOUS, SECRET])).toBe(reason)
  })

  test.each([
    ['got a last line break', 'no JSON\n', 'no JSON'],
    ['lost its last line break', 'no JSON', 'no JSON\n'],
    ['got a last line break', '{}\n', '{}'],
  ])('recognises a body that %s', (_, arrived, signed) => {
    const header = `sha256=${sign(signed)}`
    expect(diagnoseSignature(Buffer.from(arrived), header, [SECRET])).toBe('reserialised_body')
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

  test('reads the envelope and what the event reports (W6, W9)', () => {
    const given = event()
    expect(parse(given)).toEqual({
      id: given.id,
      kind: 'inquiry.approved',
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      report: { status: 'APPROVED', data: given.data },
    })
  })

  test('the kind decides the status, not what data says (N12)', () => {
    const data = { inquiryId: randomUUID() }
    expect(parse(event({ type: 'inquiry.declined', data }))?.report?.status).toBe('DECLINED')
    expect(parse(event({ type: 'inquiry.review_in_progress', data }))?.report?.status).toBe(
      'NEEDS_REVIEW',
    )
  })

  test('fields that the contract does not name are dropped, so that no identity can be stored (N12)', () => {
    const data = { inquiryId: randomUUID(), fullName: 'CANARY', nested: { email: 'CANARY' } }
    expect(JSON.stringify(parse(event({ data })))).not.toContain('CANARY')
  })

  test('a kind never seen before has no report (N13)', () => {
    expect(parse(event({ type: 'inquiry.future', data: 7 }))).toMatchObject({ report: null })
    expect(parse(event({ type: 'constructor', data: {} }))).toMatchObject({ report: null })
    expect(parse(event({ type: 'inquiry.future', data: undefined }))).toMatchObject({
      report: null,
    })
  })

  test('a byte order mark and invalid UTF-8 do not lose the event', () => {
    const text = JSON.stringify(event({ note: '§' }))
    expect(parseEvent(Buffer.from(`\uFEFF${text}`))).not.toBeNull()
    expect(parseEvent(Buffer.from(text, 'latin1'))).not.toBeNull()
  })

  test.each([
    ['text', 'hello'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['no id', JSON.stringify({ ...event(), id: undefined })],
    ['an id that is no UUID', JSON.stringify(event({ id: '1' }))],
    ['a time that is none', JSON.stringify(event({ createdAt: 'yesterday' }))],
    ['the year 0', JSON.stringify(event({ createdAt: '0000-01-01T00:00:00Z' }))],
    ['the year 10000', JSON.stringify(event({ createdAt: '9999-12-31T23:59:59-01:00' }))],
    ['a NUL in the kind', JSON.stringify(event({ type: 'a\0b' }))],
  ])('%s is no event', (_, text) => {
    expect(parseEvent(Buffer.from(text))).toBeNull()
  })
})
