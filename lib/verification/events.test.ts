import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseEvent, readDeliveryId } from './events'

describe('parseEvent', () => {
  const event = (changes: object = {}) => ({
    id: randomUUID(),
    type: 'inquiry.approved',
    createdAt: '2026-01-02T03:04:05.678Z',
    data: { inquiryId: randomUUID(), referenceId: 'app-1', status: 'APPROVED' },
    ...changes,
  })
  const parse = (value: unknown) => parseEvent(Buffer.from(JSON.stringify(value)))

  test('reads the envelope and the data (W6, W9), including ids in upper case', () => {
    const given = event()
    expect(parse({ ...given, id: given.id.toUpperCase() })).toEqual({
      id: given.id,
      kind: 'inquiry.approved',
      signedAt: new Date('2026-01-02T03:04:05.678Z'),
      status: 'APPROVED',
      inquiryId: given.data.inquiryId,
      referenceId: 'app-1',
      capabilities: [],
    })
  })

  test('the kind decides the status, not data.status (N12)', () => {
    const data = { inquiryId: randomUUID() }
    expect(parse(event({ type: 'inquiry.declined', data }))?.status).toBe('DECLINED')
    expect(parse(event({ type: 'inquiry.review_in_progress', data }))?.status).toBe('NEEDS_REVIEW')
  })

  test('fields that the contract does not name are dropped, so no identity can be stored (N12)', () => {
    const data = { inquiryId: randomUUID(), fullName: 'CANARY', nested: { email: 'CANARY' } }
    expect(JSON.stringify(parse(event({ data })))).not.toContain('CANARY')
  })

  test('an unknown kind reports no status, but may name its inquiry (N13)', () => {
    const inquiryId = randomUUID()
    const data = { inquiryId, status: 'APPROVED' }
    expect(parse(event({ type: 'inquiry.future', data }))).toMatchObject({
      status: null,
      inquiryId,
    })
  })

  test.each([
    ['inquiry/future', 'inquiry/future'],
    ['inquiry.approved\0', 'UNKNOWN'],
    ['Inquiry of Zoë Quillon', 'UNKNOWN'],
    ['k'.repeat(1_000), 'UNKNOWN'],
    ['', 'UNKNOWN'],
  ])('a kind of any shape is accepted, and never becomes a known one: %j (N13)', (type, kind) => {
    expect(parse(event({ type }))).toMatchObject({ kind, status: null })
  })

  test('an unknown kind may name no inquiry (N13)', () => {
    const nothing = { status: null, inquiryId: null, referenceId: null, capabilities: [] }
    expect(parse(event({ type: 'inquiry.future', data: 7 }))).toMatchObject(nothing)
    expect(parse(event({ type: 'constructor', data: {} }))).toMatchObject(nothing)
    expect(parse(event({ type: 'inquiry.future', data: undefined }))).toMatchObject(nothing)
  })

  test('texts that the database can’t store are dropped, so that no event can fail its batch', () => {
    const unstorable = ['a\0b', '\ud800', 'x'.repeat(300)]
    for (const text of unstorable) {
      const data = { inquiryId: randomUUID(), referenceId: text, succeededCapabilities: [text] }
      const parsed = parse({ ...event({ data }), type: `inquiry.${text}` })
      expect(JSON.stringify(parsed)).not.toMatch(/\\u0000|\\ud800/)
      expect(parsed).toMatchObject({ kind: 'UNKNOWN', referenceId: null })
    }
  })

  test('a delivery id is kept only if it looks like one (W5, N11)', () => {
    const idOf = (value: string) => readDeliveryId(new Headers({ 'X-Service-Delivery-Id': value }))
    expect(idOf('dlv_01:a.b-c')).toBe('dlv_01:a.b-c')
    for (const value of ['', 'two words', 'x'.repeat(201), '{"a":1}'])
      expect(idOf(value)).toBeNull()
    expect(readDeliveryId(new Headers())).toBeNull()
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
    expect(parseEvent(Buffer.from(text.replace('"§"', deep)))).toMatchObject({ status: 'APPROVED' })
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
