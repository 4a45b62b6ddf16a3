import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  documentsSchema,
  eventSchema,
  identitySchema,
  inquirySchema,
  noteSchema,
  openRequestSchema,
  referenceIdSchema,
  statusSchema,
} from './schemas'

const inquiryId = randomUUID()
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('the request to open an inquiry', () => {
  test.each([
    ['every character that O4 allows', 'Az09._:@/-', true],
    ['one character', 'x', true],
    ['256 characters', 'x'.repeat(256), true],
    ['257 characters', 'x'.repeat(257), false],
    ['no characters', '', false],
    ['a trailing space', 'app-1 ', false],
    ['a leading space', ' app-1', false],
    ['a letter outside ASCII', 'app-ü', false],
  ])('a reference with %s (O4)', (_, reference, allowed) => {
    expect(accepts(referenceIdSchema, reference)).toBe(allowed)
  })

  test.each([
    ['every character that O5 allows', `Az 09\n.,!?'"():;-`, true],
    ['no characters', '', true],
    ['500 characters', 'x'.repeat(500), true],
    ['501 characters', 'x'.repeat(501), false],
    ['a leading angle bracket', '<b', false],
    ['a trailing angle bracket', 'b>', false],
  ])('a note with %s (O5)', (_, note, allowed) => {
    expect(accepts(noteSchema, note)).toBe(allowed)
  })

  test.each([
    ['in UTC', '2026-12-03T15:50:00.123Z', true],
    ['with an offset', '2026-12-03T15:50:00+01:00', true],
    ['without a zone (N33)', '2026-12-03T15:50:00', false],
    ['without a time', '2026-12-03', false],
    ['on a day that doesn’t exist', '2026-02-30T15:50:00Z', false],
  ])('an expiry %s (O6)', (_, expiresAt, allowed) => {
    const request = { inquiryTemplateId: randomUUID(), expiresAt }
    expect(accepts(openRequestSchema, request)).toBe(allowed)
  })

  test('a request must have a template, and no unknown field', () => {
    const request = {
      inquiryTemplateId: randomUUID(),
      templateRevisionId: randomUUID(),
      referenceId: 'app-1',
      note: 'A note.',
      expiresAt: '2026-12-03T15:50:00.000Z',
    }
    expect(openRequestSchema.parse(request)).toEqual(request)
    expect(accepts(openRequestSchema, { inquiryTemplateId: randomUUID() })).toBe(true)
    expect(accepts(openRequestSchema, { ...request, email: 'x' })).toBe(false)
    expect(accepts(openRequestSchema, {})).toBe(false)
  })
})

test.each(['ESCALATED_2', 'ON-HOLD', 'onHold', 'A'.repeat(64)])(
  'an unknown word is kept as a status: %s (S6, N5)',
  (status) => {
    expect(statusSchema.parse(status)).toBe(status)
  },
)

test.each([
  'Under review by Zoë Quillon',
  '2_TIMES',
  'in Prüfung',
  'APPROVED\0',
  'APPROVED\n',
  ' APPROVED',
  'APPR\u200bOVED',
  'APPROVED\ud83d',
  'A'.repeat(65),
  '',
])('any other text becomes the status UNKNOWN: %j (S6, N5)', (status) => {
  expect(statusSchema.parse(status)).toBe('UNKNOWN')
})

test.each([undefined, null, 7, {}])('a status must be a string, not %j', (status) => {
  expect(accepts(statusSchema, status)).toBe(false)
})

describe('the response of the status endpoint', () => {
  const read = (changes: object) =>
    inquirySchema.parse({ inquiryId, status: 'PENDING', ...changes })

  test('missing and unreadable fields are empty', () => {
    const empty = {
      inquiryId,
      status: 'PENDING',
      reviewReasons: [],
      portalDecisionNote: null,
      portalDecidedAt: null,
      referenceId: null,
      expiresAt: null,
    }
    expect(read({})).toEqual(empty)
    expect(read({ reviewReasons: 'Glare', portalDecidedAt: 'soon', expiresAt: 7 })).toEqual(empty)
    expect(read({ identity: 'none' })).toEqual(empty)
  })

  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('parses the time %s (S2)', (text, instant) => {
    expect(read({ expiresAt: text }).expiresAt?.toISOString()).toBe(instant)
  })

  test('an identity keeps string fields and drops the others (N14)', () => {
    const document = { documentType: 'PASSPORT', number: 7, addressDetails: { city: 'C', zip: 1 } }
    expect(identitySchema.parse({ document })).toEqual({
      document: { documentType: 'PASSPORT', addressDetails: { city: 'C' } },
    })
    expect(identitySchema.parse({ document: { addressDetails: 'Main Street' } })).toEqual({
      document: {},
    })
  })
})

test.each([
  ['https://files.example/a', true],
  ['http://localhost:4000/a', true],
  ['httpss://files.example/a', false],
  ['shttp://files.example/a', false],
  ['data:image/png;base64,AA', false],
])('a picture at %s is accepted: %s (D6)', (frontPage, allowed) => {
  const { documents } = documentsSchema.parse({
    inquiryId,
    status: 'APPROVED',
    urlExpiresAt: '2026-01-01T00:00:00Z',
    documents: [{ type: 'passport', frontPage }],
  })
  expect(documents[0]?.frontPage !== undefined).toBe(allowed)
})

test('an answer of a megabyte is read, and its first fifty documents are shown', () => {
  const documents = Array.from({ length: 20_000 }, (_, index) => ({ type: `type-${index}` }))
  const read = documentsSchema.parse({ inquiryId, status: 'APPROVED', documents }).documents
  expect(read).toHaveLength(50)
  expect(read[49]).toEqual({ type: 'type-49' })
})

test('an event keeps the fields that we use (W9), and needs only the inquiryId (N12)', () => {
  const read = (data: unknown) =>
    eventSchema.parse({ id: inquiryId, type: 'x', createdAt: '2026-01-01T00:00:00Z', data }).data
  const data = { inquiryId, referenceId: 'app-1', succeededCapabilities: ['DOCUMENT'] }
  expect(read({ ...data, fullName: 'Zoë' })).toEqual(data)
  expect(read({ inquiryId })).toEqual({ inquiryId })
  const wrong = { referenceId: '', succeededCapabilities: Array(51).fill('DOCUMENT') }
  expect(read({ inquiryId, ...wrong })).toEqual({ inquiryId })
  expect(read({ referenceId: 'app-1' })).toBeUndefined()
})

test('text from the service loses NUL and lone surrogates, which PostgreSQL rejects', () => {
  const answer = {
    inquiryId,
    status: 'DECLINED',
    portalDecisionNote: 'a\0b\ud800',
    reviewReasons: ['\0', '\udc00'],
  }
  expect(inquirySchema.parse(answer)).toMatchObject({
    portalDecisionNote: 'ab\ufffd',
    reviewReasons: ['', '\ufffd'],
  })
})

test('long text is truncated, because every read stores it again', () => {
  const read = inquirySchema.parse({
    inquiryId,
    status: 'NEEDS_REVIEW',
    reviewReasons: Array.from({ length: 10_000 }, () => 'x'.repeat(3_000)),
    portalDecisionNote: `${'x'.repeat(1_999)}😀`,
  })
  expect(read.reviewReasons).toEqual(Array.from({ length: 100 }, () => 'x'.repeat(2_000)))
  expect(read.portalDecisionNote).toBe(`${'x'.repeat(1_999)}\uFFFD`)
})
