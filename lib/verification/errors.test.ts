import { expect, test } from 'vitest'
import {
  ConflictError,
  NotApprovedError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  UnauthorisedError,
  UnavailableError,
  UnreadableError,
  VerificationError,
} from './errors'

const correlationId = '0f0e0d0c-0b0a-4908-8706-050403020100'
const facts = { operation: 'open' as const, status: 400, code: 'SOME_CODE', correlationId }

test.each([
  [new RejectedError(facts), 'RejectedError', 'the service refused the request'],
  [new ConflictError(facts), 'ConflictError', 'the Idempotency-Key is in use'],
  [new UnauthorisedError(facts), 'UnauthorisedError', 'the service refused the API key'],
  [
    new NotApprovedError(facts),
    'NotApprovedError',
    'documents exist for APPROVED and NEEDS_REVIEW alone',
  ],
  [new NotFoundError(facts), 'NotFoundError', 'no such inquiry for this key'],
  [new RateLimitedError(facts, 5), 'RateLimitedError', 'too many requests'],
  [new UnavailableError(facts), 'UnavailableError', 'the service did not answer'],
  [new UnreadableError(facts), 'UnreadableError', 'the answer cannot be read'],
])('%s says what failed, with its status, code and correlation id', (error, name, what) => {
  expect(error).toBeInstanceOf(VerificationError)
  expect(error).toMatchObject({ name, ...facts })
  expect(error.message).toBe(`open: ${what} (HTTP 400, SOME_CODE, correlation id ${correlationId})`)
})

test('what is not known is not said', () => {
  const cause = new Error('reset')
  const error = new UnavailableError({ operation: 'status' }, { cause })
  expect(error.message).toBe('status: the service did not answer')
  expect(error).toMatchObject({
    status: undefined,
    code: undefined,
    correlationId: undefined,
    cause,
  })
  expect(new NotFoundError({ operation: 'documents', status: 404 }).message).toBe(
    'documents: no such inquiry for this key (HTTP 404)',
  )
})
