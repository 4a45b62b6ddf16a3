import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type FailureFacts, NotApprovedError, NotFoundError, RejectedError } from './errors'
import { readErrorBody, responseError } from './response-error'

const correlationId = randomUUID()

const errorOf = (status: number, body?: unknown, operation: FailureFacts['operation'] = 'status') =>
  responseError(operation, new Response(null, { status }), body, 0)

test.each([
  ['a code', { code: 'A_CODE_2' }, { code: 'A_CODE_2' }],
  ['a correlation id', { correlationId }, { correlationId }],
  ['both, nested', { error: { code: 'X', correlationId } }, { code: 'X', correlationId }],
  [
    'the first code of a list',
    { errors: [{ code: 'FIRST' }, { code: 'NEXT' }] },
    { code: 'FIRST' },
  ],
  ['no code from a sentence', { code: 'A sentence' }, { code: undefined }],
  ['no code in lower case', { code: 'a_code' }, { code: undefined }],
  ['no code from the end of a sentence', { code: 'see A_CODE' }, { code: undefined }],
  ['no code over 64 characters', { code: 'A'.repeat(65) }, { code: undefined }],
  ['no code from a number', { code: 7 }, { code: undefined }],
  ['no code if errors is not a list', { errors: 'A_CODE' }, { code: undefined }],
  ['nothing from null', null, { code: undefined, correlationId: undefined }],
  [
    'no id with text around it',
    { correlationId: `id ${correlationId}` },
    { correlationId: undefined },
  ],
  ['no id that is too long', { correlationId: `${correlationId}0` }, { correlationId: undefined }],
])('reads %s from an error body (N3)', (_, body, known) => {
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
  ['no body', undefined],
  ['a list of strings', ['INQUIRY_NOT_APPROVED']],
  ['a string', 'INQUIRY_NOT_APPROVED'],
  ['another code', { code: 'FORBIDDEN' }],
])('a 403 with %s is not a NotApprovedError', (_, body) => {
  expect(errorOf(403, body, 'documents')).toBeInstanceOf(RejectedError)
})

test('INQUIRY_NOT_APPROVED counts only with a 403', () => {
  expect(errorOf(400, { code: 'INQUIRY_NOT_APPROVED' })).toBeInstanceOf(RejectedError)
})

test('a 404 is a NotFoundError, except for an open, which has no inquiry yet (N4)', () => {
  expect(errorOf(404)).toBeInstanceOf(NotFoundError)
  expect(errorOf(404, undefined, 'documents')).toBeInstanceOf(NotFoundError)
  expect(errorOf(404, undefined, 'open')).toBeInstanceOf(RejectedError)
})

test('a 409 to a read is not a conflict', () => {
  expect(errorOf(409)).toBeInstanceOf(RejectedError)
})

test('a Retry-After date is relative to now (N17)', () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:42 GMT' }
  const answer = new Response(null, { status: 429, headers })
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(responseError('status', answer, undefined, now)).toMatchObject({ retryAfterMs: 42_000 })
})
