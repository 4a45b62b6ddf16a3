/**
 * The errors of a call to the service: one class for each way a caller can react. A message has only the operation, the HTTP status and
 * the error code, and nothing else of a request or response.
 */
import { z } from 'zod'

/** The facts of a failed call. `code` is set only if the response had one in a known form (N3). */
export interface FailureFacts {
  operation: 'open' | 'status' | 'documents'
  /** HTTP status of the response; undefined if there was none. */
  status?: number
  code?: string
}

/** Base class of every error that the client throws. */
export abstract class VerificationError extends Error {
  /** Metrics, logs and alerts use it. A literal in each class, because a minified build renames classes. */
  abstract override readonly name: string
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined
  readonly code: string | undefined

  constructor({ operation, status, code }: FailureFacts, options?: ErrorOptions) {
    super([operation, status, code].filter(Boolean).join(' '), options)
    this.status = status
    this.code = code
  }

  /** The cause for logs and rows: `HTTP_503` if the service answered with a 5xx, or else the name. */
  get reason(): string {
    return this.status !== undefined && this.status >= 500 ? `HTTP_${this.status}` : this.name
  }
}

/** Any other 4xx: the service would reject the same request again. */
export class RejectedError extends VerificationError {
  override readonly name = 'RejectedError'
}

/**
 * 409 on an open. For a repeated Idempotency-Key, the first request is still running or the service doesn't allow reuse (N2). For a new
 * key, the service rejects the request (N4).
 */
export class ConflictError extends VerificationError {
  override readonly name = 'ConflictError'
}

/** 401: the API key is missing, invalid, expired or revoked (A4), so every other call would fail too. */
export class UnauthorisedError extends VerificationError {
  override readonly name = 'UnauthorisedError'
}

/** 404: the inquiry doesn't exist or belongs to another tenant (D3, A5). */
export class NotFoundError extends VerificationError {
  override readonly name = 'NotFoundError'
}

/** 429 (D5). Every call with this key should wait for `retryAfterMs`, which is the service's Retry-After within bounds (N17). */
export class RateLimitedError extends VerificationError {
  override readonly name = 'RateLimitedError'

  constructor(
    facts: FailureFacts,
    readonly retryAfterMs: number,
  ) {
    super(facts)
  }
}

/** No response before the deadline, a broken connection, 408 or 5xx. The request may have taken effect. */
export class UnavailableError extends VerificationError {
  override readonly name = 'UnavailableError'
}

/** A response that the contract doesn't allow, or that exceeds the size limit. The request may have taken effect. */
export class UnreadableError extends VerificationError {
  override readonly name = 'UnreadableError'
}

/**
 * Creates the error for an unsuccessful response from its status and the code in its body.
 * @param body the parsed JSON; undefined if it is not JSON or was not read
 * @param nowMs epoch milliseconds. A Retry-After date is compared with the response's own Date header, or else with this
 */
export function responseError(
  operation: FailureFacts['operation'],
  response: { status: number; headers: Headers },
  body: unknown,
  nowMs: number,
): VerificationError {
  const { status } = response
  const facts: FailureFacts = { operation, status, code: readErrorCode(body) }
  if (status === 401) return new UnauthorisedError(facts)
  if (status === 429) {
    const sentMs = Date.parse(response.headers.get('date') ?? '') || nowMs
    return new RateLimitedError(facts, parseRetryAfter(response.headers.get('retry-after'), sentMs))
  }
  if (status === 408 || status >= 500) return new UnavailableError(facts)
  if (status === 409 && operation === 'open') return new ConflictError(facts)
  // An open has no inquiry yet, so its 404 is about the template (N4).
  if (status === 404 && operation !== 'open') return new NotFoundError(facts)
  if (status >= 400) return new RejectedError(facts)
  return new UnreadableError(facts)
}

/** Lets only a value that looks like a code into a message or a log. */
const codeSchema = z.object({ code: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/) })
const errorBodySchema = z.union([
  codeSchema,
  z.object({ error: codeSchema }).transform(({ error }) => error),
  z
    .object({ errors: z.tuple([codeSchema], z.unknown()) })
    .transform(({ errors: [first] }) => first),
])

/** N3: reads the code of `{ code }`, `{ error: { code } }`, `{ errors: [{ code }] }` and problem+json. */
export const readErrorCode = (body: unknown): string | undefined =>
  errorBodySchema.safeParse(body).data?.code

/** N17: the wait if Retry-After is missing or unreadable. */
export const DEFAULT_RETRY_AFTER_MS = 30_000
/** N17: the upper bound of a Retry-After. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000

/**
 * Parses an HTTP date, such as `Thu, 01 Jan 2026 00:01:00 GMT`. Date.parse alone would read "-5" and "1.5" as dates in 2001.
 * @returns epoch milliseconds, or NaN
 */
export const parseHttpDate = (text: string): number =>
  /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN

/**
 * Reads a Retry-After header: seconds or an HTTP date (N17).
 * @returns milliseconds, at least 0 and at most {@link LONGEST_RETRY_AFTER_MS}.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - nowMs
  if (Number.isNaN(ms)) return DEFAULT_RETRY_AFTER_MS
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}
