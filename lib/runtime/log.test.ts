import { beforeEach, expect, test, vi } from 'vitest'
import { UnavailableError } from '../verification/errors'

const lines: unknown[] = []
vi.mock('pino', () => ({
  default: Object.assign(
    () => ({
      error: (fields: object, msg: string) => lines.push({ msg, ...fields }),
      warn: (fields: object, msg: string) => lines.push({ msg, ...fields }),
    }),
    { stdTimeFunctions: {}, destination: () => null },
  ),
}))
const { errorName, failure, logOnlyNames } = await import('./log')

const target = { error: vi.fn(), warn: vi.fn() }
logOnlyNames(target)
beforeEach(() => {
  lines.length = 0
})

test('an error that Next prints is logged with its name and place, never its message', () => {
  const message = 'Unexpected token: hunter2\n    at secret\n{"msg":"audit_sealed"}'
  target.error('⨯', new SyntaxError(message))
  expect(lines).toEqual([
    { msg: 'uncaught', error: 'SyntaxError', at: expect.stringMatching(/^at .*log\.test\.ts/) },
  ])
})

test('a message’s last line isn’t logged, even if it looks like a place in the code', () => {
  target.error(new TypeError('Failed to read x\n  at hunter2'))
  expect(lines).toEqual([
    { msg: 'uncaught', error: 'TypeError', at: expect.stringMatching(/log\.test\.ts/) },
  ])
})

test.each([
  ['CoreBankException', 'CoreBankException'],
  ['Jane Doe', 'Error'],
])(
  'of an error named %s, the name that is logged is %s: another might be a person’s',
  (name, logged) => {
    expect(errorName(Object.assign(new Error('x'), { name }))).toBe(logged)
  },
)

test('text that Next prints is left out, and the place that printed it is named', () => {
  target.warn('The body zoe@bank.example is not valid')
  const at = expect.stringMatching(/^at \S*log\.test\.ts/)
  expect(lines).toEqual([{ msg: 'warning', error: 'unknown', at }])
})

test.each([
  [new Error('timeout exceeded when trying to connect'), 'DatabaseError POOL_TIMEOUT'],
  [new Error('Query read timeout'), 'DatabaseError QUERY_TIMEOUT'],
  [new Error('Connection terminated unexpectedly'), 'DatabaseError CONNECTION_LOST'],
  [new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), 'TypeError ECONNREFUSED'],
  [new TypeError('fetch failed', { cause: { code: 'Jane Doe' } }), 'TypeError'],
])('of %s, the reason is %s', (error, name) => {
  expect(failure(error)).toEqual({ error: name })
})

test('a failed call has the HTTP status', () => {
  const error = new UnavailableError({ operation: 'status', status: 503 })
  expect(failure(error)).toEqual({ error: 'UnavailableError', status: 503 })
})
