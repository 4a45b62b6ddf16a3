/** Maps an unsuccessful response to an error, by its status and the code in its body. */
import {
  type FailureFacts,
  NotApprovedError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  UnauthorisedError,
  UnavailableError,
  UnreadableError,
  type VerificationError,
} from './errors'
import { parseRetryAfter } from './retry'

/**
 * @param body the parsed JSON; undefined if it is not JSON or was not read
 * @param nowMs epoch milliseconds; a Retry-After date is relative to it
 */
export function responseError(
  operation: FailureFacts['operation'],
  response: Response,
  body: unknown,
  nowMs: number,
): VerificationError {
  const { status } = response
  const facts: FailureFacts = { operation, status, ...readErrorBody(body) }
  if (status === 401) return new UnauthorisedError(facts)
  if (status === 429)
    return new RateLimitedError(facts, parseRetryAfter(response.headers.get('retry-after'), nowMs))
  if (status === 408 || status >= 500) return new UnavailableError(facts)
  // An open has no inquiry yet, so its 404 is about the template (N4).
  if (status === 404 && operation !== 'open') return new NotFoundError(facts)
  if (status === 403 && facts.code === 'INQUIRY_NOT_APPROVED') return new NotApprovedError(facts)
  if (status >= 400) return new RejectedError(facts)
  return new UnreadableError(facts)
}

/** N3: reads `{ code }`, `{ error: { code } }`, `{ errors: [{ code }] }` and problem+json; anything else has no code. */
export function readErrorBody(body: unknown): Pick<FailureFacts, 'code' | 'correlationId'> {
  const outer = asRecord(body)
  const first = Array.isArray(outer.errors) ? outer.errors[0] : undefined
  const inner = [outer, asRecord(outer.error), asRecord(first)]
  // Only a value that looks like a code or an id may reach a message or a log.
  const pick = (name: string, shape: RegExp) =>
    inner
      .map((record) => record[name])
      .find((value): value is string => typeof value === 'string' && shape.test(value))
  const code = pick('code', /^[A-Z][A-Z0-9_]{0,63}$/)
  const correlationId = pick('correlationId', /^[0-9a-f-]{36}$/i)
  return { ...(code && { code }), ...(correlationId && { correlationId }) }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
