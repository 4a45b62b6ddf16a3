/**
 * The client of the verification service: opens an inquiry, reads its status, fetches its document URLs. It depends only on zod, and
 * takes its configuration and its HTTP transport as parameters, so any project can use it. It doesn't retry, because only the caller
 * knows whether somebody waits and how much of the call budget is left.
 */
import type { z } from 'zod'
import { type Deprecation, readDeprecation } from './deprecation'
import { type FailureFacts, responseError, UnavailableError, UnreadableError } from './errors'
import {
  documentsSchema,
  inquirySchema,
  openAnswerSchema,
  parseJson,
  type ServiceDocuments,
  type ServiceInquiry,
} from './schemas'

interface OpenCall {
  /** The JSON text of an `openRequestSchema` value. A retry must send the same bytes. */
  body: string
  /** UUID v4 (O7). A retry with the same key and body is safe. */
  idempotencyKey: string
  /** UUID (O8). */
  correlationId: string
}

interface ReadCall {
  inquiryId: string
  /** UUID (O8). */
  correlationId: string
}

/**
 * Each method rejects with a {@link VerificationError}: `UnauthorisedError`, `RateLimitedError`, `UnavailableError`,
 * `UnreadableError`, `RejectedError`, or one named on the method.
 */
export interface VerificationClient {
  /** O1–O8. Also rejects with `ConflictError` (N2, N4). After `UnavailableError` the inquiry may have been opened. */
  open(call: OpenCall): Promise<{ inquiryId: string }>
  /** S1–S6. Also rejects with `NotFoundError` (A5). */
  getInquiry(call: ReadCall): Promise<ServiceInquiry>
  /**
   * D1–D13, for an inquiry whose status has documents (D2). Also rejects with `NotFoundError` (D3). Never store the URLs, which expire
   * after five minutes (D7).
   */
  getDocuments(call: ReadCall): Promise<ServiceDocuments>
}

/**
 * Sends a request and receives the whole response. It must not use a cache, and must not follow redirects, which would send the API key
 * to another host. It must limit the time and the size of the response.
 * @returns `body` is null if the response is larger than the limit
 * @throws if no response arrives in time. The error must not quote the request
 */
export type Send = (
  url: string,
  init: { method?: 'POST'; body?: string; headers: Record<string, string> },
) => Promise<{ status: number; headers: Headers; body: Uint8Array | null }>

export interface ClientOptions {
  /** `https://verify.example.com`, without a trailing slash. */
  baseUrl: string
  /** `svc_live_…` (A2); sent only as X-Api-Key (A1). */
  apiKey: string
  send: Send
  /** Called for each answer that announces the end of this API version (N35). The call itself continues. */
  onDeprecation?: (deprecation: Deprecation) => void
}

const API_PATH = '/api/v1/customer/inquiries'

/** Creates a client for one API key. The client has no connection and no state, so it needs no clean-up. */
export function createVerificationClient(options: ClientOptions): VerificationClient {
  const { baseUrl, apiKey, send } = options

  async function call<Answer>(
    operation: FailureFacts['operation'],
    path: string,
    correlationId: string,
    schema: z.ZodType<Answer>,
    { headers, ...request }: Partial<Parameters<Send>[1]> = {},
  ): Promise<Answer> {
    const own = {
      accept: 'application/json',
      'x-api-key': apiKey,
      'x-correlation-id': correlationId,
    }
    const init = { ...request, headers: { ...own, ...headers } }
    const response = await send(baseUrl + API_PATH + path, init).catch((error: unknown) => {
      throw new UnavailableError({ operation }, { cause: error })
    })
    const deprecation = readDeprecation(response.headers)
    if (deprecation) options.onDeprecation?.(deprecation)
    const { status } = response
    const body = response.body ? parseJson(new TextDecoder().decode(response.body)) : undefined
    // Any 2xx is a success (N1).
    if (status < 200 || status > 299) throw responseError(operation, response, body, Date.now())
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new UnreadableError({ operation, status })
    return parsed.data
  }

  const pathOf = (inquiryId: string) => `/${encodeURIComponent(inquiryId)}`
  return {
    open: ({ body, idempotencyKey, correlationId }) =>
      call('open', '', correlationId, openAnswerSchema, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      }),
    getInquiry: ({ inquiryId, correlationId }) =>
      call('status', pathOf(inquiryId), correlationId, inquirySchema),
    getDocuments: ({ inquiryId, correlationId }) =>
      call('documents', `${pathOf(inquiryId)}/documents`, correlationId, documentsSchema),
  }
}
