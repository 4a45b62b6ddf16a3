import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as errors from './errors'
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

const facts = { operation: 'open' as const, status: 400, code: 'SOME_CODE' }

test.each([
  [new RejectedError(facts), 'RejectedError', 'the service rejected the request'],
  [new ConflictError(facts), 'ConflictError', 'the Idempotency-Key is in use'],
  [new UnauthorisedError(facts), 'UnauthorisedError', 'the service refused the API key'],
  [
    new NotApprovedError(facts),
    'NotApprovedError',
    'documents are available only for APPROVED and NEEDS_REVIEW',
  ],
  [new NotFoundError(facts), 'NotFoundError', 'no such inquiry for this key'],
  [new RateLimitedError(facts, 5), 'RateLimitedError', 'too many requests'],
  [new UnavailableError(facts), 'UnavailableError', 'the service is unavailable'],
  [new UnreadableError(facts), 'UnreadableError', 'the response cannot be read'],
])('%s says what failed, with its status and code', (error, name, what) => {
  expect(error).toBeInstanceOf(VerificationError)
  expect(error).toMatchObject({ name, ...facts })
  expect(error.message).toBe(`open: ${what} (HTTP 400, SOME_CODE)`)
})

test('unknown facts are left out of the message', () => {
  const cause = new Error('reset')
  const error = new UnavailableError({ operation: 'status' }, { cause })
  expect(error.message).toBe('status: the service is unavailable')
  expect(error).toMatchObject({ status: undefined, code: undefined, cause })
  expect(new NotFoundError({ operation: 'documents', status: 404 }).message).toBe(
    'documents: no such inquiry for this key (HTTP 404)',
  )
})

const classNames = Object.keys(errors).filter(
  (name) => /^[A-Z].*Error$/.test(name) && name !== 'VerificationError',
)

test('every error keeps its name in a minified build: metrics, logs and alerts use it', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'errors.ts')],
    minify: true,
    format: 'esm',
    write: false,
  })
  const minified: Record<string, new (facts: object) => Error> = await import(
    `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
  )
  const names = classNames.map((name) => minified[name] && new minified[name](facts).name)
  expect(names).toEqual(classNames)
})
