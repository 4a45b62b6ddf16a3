/**
 * The client of the verification service: opens an inquiry, reads its status, fetches its document URLs.
 * It depends only on zod, and takes its configuration, fetch and clock as parameters, so any project can use it.
 */
import { type ClientOptions, createCaller } from './call'
import type { VerificationError } from './errors'
import {
  documentsSchema,
  inquirySchema,
  openAnswerSchema,
  type ServiceDocuments,
  type ServiceInquiry,
} from './schemas'

export interface OpenCall {
  /** The JSON text of an `openRequestSchema` value; a retry sends the same bytes. */
  body: string
  /** UUID v4 (O7). The same key with the same body makes a retry safe, in this call and in later ones. */
  idempotencyKey: string
  /** UUID (O8). */
  correlationId: string
  /** Whether an earlier call may have sent this key. If so, a 409 is about the key (N2); if not, about the request (N4). */
  sentBefore: boolean
}

export interface ReadCall {
  inquiryId: string
  /** UUID (O8). */
  correlationId: string
}

/**
 * Each method rejects with a {@link VerificationError}: `UnauthorisedError`, `RateLimitedError`, `UnavailableError`,
 * `UnreadableError`, `ResponseTooLargeError`, `RejectedError`, or one named on the method.
 */
export interface VerificationClient {
  /** O1–O8. Also rejects with `ConflictError` (N2). After `UnavailableError` the inquiry may have been opened. */
  open(call: OpenCall): Promise<{ inquiryId: string }>
  /** S1–S6. Also rejects with `NotFoundError` (A5). */
  getInquiry(call: ReadCall): Promise<ServiceInquiry>
  /** D1–D13. Also rejects with `NotFoundError` (D3) and `NotApprovedError` (D2). The URLs expire after five minutes (D7): never store them. */
  getDocuments(call: ReadCall): Promise<ServiceDocuments>
}

const API_PATH = '/api/v1/customer/inquiries'

/** Creates a client for one API key. It holds no connection and no state, so it needs no clean-up. */
export function createVerificationClient(options: ClientOptions): VerificationClient {
  const call = createCaller(options)
  const read = (inquiryId: string, suffix: '' | '/documents') =>
    `${API_PATH}/${encodeURIComponent(inquiryId)}${suffix}`

  return {
    open: ({ body, idempotencyKey, correlationId, sentBefore }) =>
      call({
        operation: 'open',
        path: API_PATH,
        init: {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
            'x-correlation-id': correlationId,
          },
        },
        schema: openAnswerSchema,
        sentBefore,
      }),
    getInquiry: ({ inquiryId, correlationId }) =>
      call({
        operation: 'status',
        path: read(inquiryId, ''),
        init: { method: 'GET', headers: { 'x-correlation-id': correlationId } },
        schema: inquirySchema,
      }),
    getDocuments: ({ inquiryId, correlationId }) =>
      call({
        operation: 'documents',
        path: read(inquiryId, '/documents'),
        init: { method: 'GET', headers: { 'x-correlation-id': correlationId } },
        schema: documentsSchema,
      }),
  }
}
