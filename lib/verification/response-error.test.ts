import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type FailureFacts, NotApprovedError, NotFoundError, RejectedError } from './errors'
import { readErrorBody, responseError } from './response-error'

const correlationId = randomUUID()

const errorOf = (status: number, body?: unknown, operation: FailureFacts['operation'] = 'status') =>
  responseError(operation, new Response(null, { status }), body, 0)

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
])('of an error it knows %s (N3)', (_, body, known) => {
  expect(readErrorBody(body)).toEqual(known)
  expect(errorOf(422, body)).toMatchObject({ operation: 'status', status: 422, ...known })
})

test.each([
  [300, 'UnreadableError'],
  [399, 'UnreadableError'],
  [400, 'RejectedError'],
  [408, 'UnavailableError'],
  [499, 'RejectedError'],
  [500, 'UnavailableError'],
  [599, 'UnavailableError'],
])('%i is an %s', (status, name) => {
  expect(errorOf(status)).toMatchObject({ name, operation: 'status', status })
})

test.each([
  ['{ code }', { code: 'INQUIRY_NOT_APPROVED' }],
  ['{ error: { code } }', { error: { code: 'INQUIRY_NOT_APPROVED' } }],
  ['{ errors: [{ code }] }', { errors: [{ code: 'INQUIRY_NOT_APPROVED' }] }],
  ['problem+json', { type: 'about:blank', status: 403, code: 'INQUIRY_NOT_APPROVED' }],
])('a 403 with the code in %s is a NotApprovedError (D2, N3)', (_, body) => {
  expect(errorOf(403, body, 'documents')).toBeInstanceOf(NotApprovedError)
})

test.each([
  ['empty', undefined],
  ['a list of words', ['INQUIRY_NOT_APPROVED']],
  ['a text', 'INQUIRY_NOT_APPROVED'],
  ['another code', { code: 'FORBIDDEN' }],
])('a 403 that is %s is not "not approved"', (_, body) => {
  expect(errorOf(403, body, 'documents')).toBeInstanceOf(RejectedError)
})

test('the code of a refusal counts with 403 alone', () => {
  expect(errorOf(400, { code: 'INQUIRY_NOT_APPROVED' })).toBeInstanceOf(RejectedError)
})

test('a 404 is about an inquiry, except to an open, which knows none yet (N4)', () => {
  expect(errorOf(404)).toBeInstanceOf(NotFoundError)
  expect(errorOf(404, undefined, 'documents')).toBeInstanceOf(NotFoundError)
  expect(errorOf(404, undefined, 'open')).toBeInstanceOf(RejectedError)
})

test('a 409 to a read is no conflict', () => {
  expect(errorOf(409)).toBeInstanceOf(RejectedError)
})

test('a Retry-After that is a date counts from now (N17)', () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:42 GMT' }
  const answer = new Response(null, { status: 429, headers })
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(responseError('status', answer, undefined, now)).toMatchObject({ retryAfterMs: 42_000 })
})
