/**
 * The client of the verification service: opens an inquiry, reads its status, fetches its document URLs.
 * It depends only on zod, and takes its configuration and the way to send a request as parameters, so any project can use it. It
 * retries nothing: its caller knows whether somebody waits and how many calls the key has left.
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
  /** The JSON text of an `openRequestSchema` value; a retry sends the same bytes. */
  body: string
  /** UUID v4 (O7). The same key with the same body makes a retry safe, in this call and in later ones. */
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
  /** D1–D13, for an inquiry whose status has documents (D2). Also rejects with `NotFoundError` (D3). The URLs expire after five minutes (D7): never store them. */
  getDocuments(call: ReadCall): Promise<ServiceDocuments>
}

/**
 * Sends a request and receives the whole response. It must follow no redirect, which would send the key to another host, store
 * nothing in a cache, and limit the time and the size of the response.
 * @returns `body` is null if the response is larger than the limit
 * @throws if there is no response in time; the error must not contain anything of the request
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
  /** Called for each answer that announces the end of this version of the interface (N35). The call goes on as usual. */
  onDeprecation?: (deprecation: Deprecation) => void
}

const API_PATH = '/api/v1/customer/inquiries'

/** Creates a client for one API key. It holds no connection and no state, so it needs no clean-up. */
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
