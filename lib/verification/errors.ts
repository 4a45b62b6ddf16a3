/**
 * What can go wrong in a call to the service, one class for each thing the caller does about it.
 * Messages carry method, path pattern, status and ids; never anything of a request or an answer.
 */

/** What is known of a failed call. `code` and `correlationId` only when the answer had them in a known shape (N3). */
export interface FailureFacts {
  operation: 'open' | 'status' | 'documents'
  status?: number
  code?: string
  correlationId?: string
}

/** The base of all errors of the client; never thrown itself. */
export abstract class VerificationError extends Error {
  readonly operation: FailureFacts['operation']
  /** HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined
  readonly code: string | undefined
  readonly correlationId: string | undefined

  constructor(what: string, facts: FailureFacts, options?: ErrorOptions) {
    const details = [
      facts.status && `HTTP ${facts.status}`,
      facts.code,
      facts.correlationId && `correlation id ${facts.correlationId}`,
    ].filter(Boolean)
    super(`${facts.operation}: ${what}${details.length ? ` (${details.join(', ')})` : ''}`, options)
    this.name = new.target.name
    this.operation = facts.operation
    this.status = facts.status
    this.code = facts.code
    this.correlationId = facts.correlationId
  }
}

/** The service refused the request as it stands: the same request again is refused again. */
export class RejectedError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('the service refused the request', facts)
  }
}

/**
 * 409 on an open that was sent again: the first request with this Idempotency-Key still runs, or the key may not be used
 * again (N2). A 409 for the first request of a call is a RejectedError, unless the key was used in an earlier call.
 */
export class ConflictError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('the Idempotency-Key is in use', facts)
  }
}

/** 401: the key is missing, invalid, expired or revoked (A4). Every other call would fail too. */
export class UnauthorisedError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('the service refused the API key', facts)
  }
}

/** 403 with code INQUIRY_NOT_APPROVED (D2). A 403 without the code is a RejectedError. */
export class NotApprovedError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('documents exist for APPROVED and NEEDS_REVIEW alone', facts)
  }
}

/** 404: the inquiry does not exist or belongs to another tenant (D3, A5). */
export class NotFoundError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('no such inquiry for this key', facts)
  }
}

/** 429 (D5). `retryAfterMs` is what the service asked for, bounded; all calls with this key should wait. */
export class RateLimitedError extends VerificationError {
  constructor(
    facts: FailureFacts,
    readonly retryAfterMs: number,
  ) {
    super('too many requests', facts)
  }
}

/** No answer, a broken connection, 408 or 5xx, until the deadline passed. The request may have taken effect. */
export class UnavailableError extends VerificationError {
  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super('the service did not answer', facts, options)
  }
}

/** An answer that the contract does not allow, so that nothing can be concluded from it. */
export class UnreadableError extends VerificationError {
  constructor(facts: FailureFacts) {
    super('the answer cannot be read', facts)
  }
}
