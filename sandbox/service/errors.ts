// The merchant API's errors. The contract (Errors) gives the status codes and one error code; the others are the sandbox's.
import type { FailureStatus } from '../state/entities.ts'

export interface Problem {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | FailureStatus
  code: string
  message: string
  headers?: Record<string, string>
}

export type Refused = { ok: false; problem: Problem }

/** A4, D4: every unusable key gets the same answer. */
export const UNAUTHORIZED: Problem = {
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'The API key is missing, invalid, expired or revoked.',
}
/** D3, A5: another tenant's inquiry gets the same answer as a missing one. */
export const INQUIRY_NOT_FOUND: Problem = {
  status: 404,
  code: 'INQUIRY_NOT_FOUND',
  message: 'There is no such inquiry.',
}
/** D1: the id isn't a canonical UUID. */
export const INVALID_INQUIRY_ID: Problem = {
  status: 400,
  code: 'INVALID_INQUIRY_ID',
  message: 'inquiryId must be a canonical hyphenated UUID.',
}
/** D2: an inquiry with this status has no documents. */
export const INQUIRY_NOT_APPROVED: Problem = {
  status: 403,
  code: 'INQUIRY_NOT_APPROVED',
  message: 'Documents are served only while the inquiry is approved or needs review.',
}
export const BODY_TOO_LARGE: Problem = {
  status: 413,
  code: 'BODY_TOO_LARGE',
  message: 'The body is larger than 1 MiB.',
  // Without this, the server would read the rest of the body.
  headers: { connection: 'close' },
}
export const ROUTE_NOT_FOUND: Problem = {
  status: 404,
  code: 'ROUTE_NOT_FOUND',
  message: 'There is no such route.',
}

export function methodNotAllowed(allow: string): Problem {
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This route supports ${allow}.`,
    headers: { allow },
  }
}

/** D5. @param retryAfter the header's value; null leaves the header out (N17) */
export function rateLimitExceeded(retryAfter: string | null): Problem {
  return {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The rate limit of this key is exceeded.',
    ...(retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } }),
  }
}

export function serverError(status: FailureStatus): Problem {
  const message = 'The service cannot respond right now.'
  return { status, code: 'SERVICE_UNAVAILABLE', message }
}

export function refused(status: Problem['status'], code: string, message: string): Refused {
  return { ok: false, problem: { status, code, message } }
}
