/**
 * The client of the verification service: opens an inquiry, reads its status, fetches its document URLs.
 * It depends only on zod, and takes its configuration and fetch as parameters, so any project can use it. It retries nothing: its
 * caller knows whether somebody waits and how many calls the key has left.
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

export interface ClientOptions {
  /** `https://verify.example.com`, without a trailing slash. */
  baseUrl: string
  /** `svc_live_…` (A2); sent only as X-Api-Key (A1). */
  apiKey: string
  fetch?: typeof fetch
  /** How long a call may take. Default 10,000 ms. */
  deadlineMs?: number
  /** Called for each answer that announces the end of this version of the interface (N35). The call goes on as usual. */
  onDeprecation?: (deprecation: Deprecation) => void
}

const API_PATH = '/api/v1/customer/inquiries'
/** The largest response that is read, after decompression. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Creates a client for one API key. It holds no connection and no state, so it needs no clean-up. */
export function createVerificationClient(options: ClientOptions): VerificationClient {
  const { baseUrl, apiKey, deadlineMs = 10_000 } = options

  async function call<Answer>(
    operation: FailureFacts['operation'],
    path: string,
    correlationId: string,
    schema: z.ZodType<Answer>,
    init: { method?: 'POST'; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const deadline = startDeadline(deadlineMs)
    let response: Response
    let bytes: Uint8Array | null
    try {
      const sent = (options.fetch ?? fetch)(baseUrl + API_PATH + path, {
        ...init,
        headers: {
          accept: 'application/json',
          'x-api-key': apiKey,
          'x-correlation-id': correlationId,
          ...init.headers,
        },
        // Following a redirect would send the key to another host, and a cache would store identity data.
        redirect: 'manual',
        cache: 'no-store',
        signal: deadline.signal,
      })
      response = await deadline.hold(sent)
      bytes = await readBody(response, MAX_RESPONSE_BYTES, deadline)
    } catch (error) {
      // The cause describes the network failure, never the content of the request.
      throw new UnavailableError({ operation }, { cause: error })
    } finally {
      deadline.clear()
    }
    const deprecation = readDeprecation(response.headers)
    if (deprecation) options.onDeprecation?.(deprecation)
    const { status } = response
    const body = bytes === null ? undefined : parseJson(new TextDecoder().decode(bytes))
    if (!response.ok) throw responseError(operation, response, body, Date.now())
    // Any 2xx is a success (N1). A body that is too large was not read to its end, so there is nothing to parse.
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

type Deadline = ReturnType<typeof startDeadline>

/**
 * A time limit for work that may have none.
 * @param ms milliseconds from now
 * @returns `signal` aborts when time is up, for work that can be cancelled. `hold` settles like its work, or rejects when time is up:
 *   on Node 20, a fetch whose server was killed may neither settle nor react to the signal. `clear` stops the timer
 */
export function startDeadline(ms: number) {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new Error('The deadline has passed')
      controller.abort(late)
      reject(late)
    }, ms)
  })
  over.catch(() => {})
  return {
    signal: controller.signal,
    hold: <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, over]),
    clear: () => clearTimeout(timer),
  }
}

/** A sender that splits a body further than any network does only wants to keep this process busy. */
const MAX_CHUNKS = 4096

/**
 * Reads the exact bytes of a request or response, never holding more than a limit in memory. If fetch decompressed a response, the
 * decompressed bytes count.
 *
 * @param drainBytes how many bytes beyond `maxBytes` are received and discarded, so a sender that is still writing gets
 *   the refusal instead of a connection reset
 * @returns null if there are more than `maxBytes`, or too many chunks; after draining, the rest isn't read and the stream is
 *   cancelled
 * @throws if the connection breaks or the deadline passes
 */
export async function readBody(
  message: Request | Response,
  maxBytes: number,
  deadline: Deadline,
  drainBytes = 0,
): Promise<Uint8Array | null> {
  if (Number(message.headers.get('content-length')) > maxBytes + drainBytes) {
    // This rejects only if the sender stopped first.
    message.body?.cancel().catch(() => {})
    return null
  }
  if (!message.body) return new Uint8Array()
  const reader = message.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let count = 0; count <= MAX_CHUNKS; count++) {
      const { done, value } = await deadline.hold(reader.read())
      if (done) return size > maxBytes ? null : Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes + drainBytes) return null
      if (size > maxBytes) chunks.length = 0
      else chunks.push(value)
    }
    return null
  } finally {
    reader.cancel().catch(() => {})
  }
}
