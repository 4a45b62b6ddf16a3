import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as errors from './errors'
import {
  DEFAULT_RETRY_AFTER_MS,
  type FailureFacts,
  LONGEST_RETRY_AFTER_MS,
  parseRetryAfter,
  RejectedError,
  readErrorCode,
  responseError,
  UnavailableError,
} from './errors'

const facts = { operation: 'open' as const, status: 400, code: 'SOME_CODE' }

test('a message has the operation, and the HTTP status and the code if they are known', () => {
  const cause = new Error('reset')
  expect(String(new RejectedError(facts))).toBe('RejectedError: open 400 SOME_CODE')
  const silent = new UnavailableError({ operation: 'status' }, { cause })
  expect(String(silent)).toBe('UnavailableError: status')
  expect(silent).toMatchObject({ status: undefined, code: undefined, cause })
})

const CLASSES = Object.entries(errors).flatMap(([name, value]) =>
  typeof value === 'function' && /^(?!Verification)[A-Z]/.test(name) ? [{ name, value }] : [],
)

test.each(CLASSES)(
  '$name has a name that a minifier can’t change, because alerts use it',
  ({ name, value }) => {
    const error = Reflect.construct(value, [facts])
    expect(Object.getOwnPropertyDescriptor(error, 'name')?.value).toBe(name)
  },
)

test('alerts name existing errors', () => {
  const alerts = readFileSync(join(import.meta.dirname, '../../deploy/alerts.yml'), 'utf8')
  const named = Array.from(alerts.matchAll(/result="(\w+Error)"/g), ([, name]) => name)
  expect(named).toContain('UnauthorisedError')
  expect(CLASSES.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})

const errorOf = (status: number, body?: unknown, operation: FailureFacts['operation'] = 'status') =>
  responseError(operation, new Response(null, { status }), body, 0)

test.each([
  ['a code', { code: 'A_CODE_2' }, 'A_CODE_2'],
  ['a nested code', { error: { code: 'X' } }, 'X'],
  ['the first code of a list', { errors: [{ code: 'FIRST' }, { code: 'NEXT' }] }, 'FIRST'],
  ['no code from a sentence', { code: 'A sentence' }, undefined],
  ['no code in lower case', { code: 'a_code' }, undefined],
  ['no code from the end of a sentence', { code: 'see A_CODE' }, undefined],
  ['no code over 64 characters', { code: 'A'.repeat(65) }, undefined],
  ['no code from a number', { code: 7 }, undefined],
  ['no code if errors is not a list', { errors: 'A_CODE' }, undefined],
  ['nothing from null', null, undefined],
])('reads %s from an error body (N3)', (_, body, code) => {
  expect(readErrorCode(body)).toBe(code)
  expect(errorOf(422, body)).toMatchObject({ status: 422, code })
})

test.each<[number, FailureFacts['operation'], unknown, string]>([
  [300, 'status', {}, 'UnreadableError'],
  [399, 'status', {}, 'UnreadableError'],
  [400, 'status', {}, 'RejectedError'],
  [401, 'open', {}, 'UnauthorisedError'],
  [403, 'documents', { code: 'INQUIRY_NOT_APPROVED' }, 'RejectedError'],
  // An open has no inquiry yet, so its 404 is about the template (N4).
  [404, 'open', {}, 'RejectedError'],
  [404, 'status', {}, 'NotFoundError'],
  [404, 'documents', {}, 'NotFoundError'],
  [408, 'status', {}, 'UnavailableError'],
  // Only an open has a key that may conflict (N2).
  [409, 'open', {}, 'ConflictError'],
  [409, 'status', {}, 'RejectedError'],
  [409, 'documents', {}, 'RejectedError'],
  [499, 'status', {}, 'RejectedError'],
  [500, 'status', {}, 'UnavailableError'],
  [599, 'status', {}, 'UnavailableError'],
])('%i to the operation %s with the body %j is an %s', (status, operation, body, name) => {
  expect(errorOf(status, body, operation)).toMatchObject({ name, status })
})

test.each([
  ['the response’s own date', { date: 'Thu, 01 Jan 2026 00:00:12 GMT' }, 30_000],
  ['now, if it has none', {}, 42_000],
])('a Retry-After date is relative to %s (N17)', (_, dated, retryAfterMs) => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:42 GMT', ...dated }
  const answer = new Response(null, { status: 429, headers })
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(responseError('status', answer, undefined, now)).toMatchObject({ retryAfterMs })
})
const NOW = Date.UTC(2026, 0, 1)

test.each([
  ['seconds', '30', 30_000],
  ['seconds with space around them', ' 7 ', 7_000],
  ['zero seconds', '0', 0],
  ['an HTTP date', 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['a date in the past', 'Thu, 01 Jan 2020 00:00:00 GMT', 0],
  ['nothing', null, DEFAULT_RETRY_AFTER_MS],
  ['an empty header', '', DEFAULT_RETRY_AFTER_MS],
  ['nonsense', 'soon', DEFAULT_RETRY_AFTER_MS],
  ['nonsense that ends in a number', 'in about 30', DEFAULT_RETRY_AFTER_MS],
  ['nonsense that begins with a number', '30 or so seconds', DEFAULT_RETRY_AFTER_MS],
  ['a negative number', '-5', DEFAULT_RETRY_AFTER_MS],
  ['a fraction', '1.5', DEFAULT_RETRY_AFTER_MS],
  ['an ISO date', '2026-01-01T00:01:00Z', DEFAULT_RETRY_AFTER_MS],
  ['a year in seconds', '31536000', LONGEST_RETRY_AFTER_MS],
  ['a date a year away', 'Fri, 01 Jan 2027 00:00:00 GMT', LONGEST_RETRY_AFTER_MS],
])('parses a Retry-After of %s (N17)', (_, header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms)
})
