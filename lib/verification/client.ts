/**
 * The client of the verification service: opens an inquiry, reads its status, fetches its document URLs.
 * It depends only on zod, and takes its configuration and fetch as parameters, so any project can use it. It retries nothing: its
 * caller knows whether somebody waits and how many calls the key has left.
 */
import type { z } from 'zod'
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

export interface ReadCall {
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
  /** D1–D13. Also rejects with `NotFoundError` (D3) and `NotApprovedError` (D2). The URLs expire after five minutes (D7): never store them. */
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
    init: { method?: 'POST'; body?: string; headers: Record<string, string> },
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const deadline = startDeadline(deadlineMs)
    let response: Response
    let bytes: Uint8Array | null
    try {
      const sent = (options.fetch ?? fetch)(baseUrl + API_PATH + path, {
        ...init,
        headers: { accept: 'application/json', 'x-api-key': apiKey, ...init.headers },
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
    const { status } = response
    const body = bytes === null ? undefined : parseJson(new TextDecoder().decode(bytes))
    if (!response.ok) throw responseError(operation, response, body, Date.now())
    // Any 2xx is a success (N1). A body that is too large was not read to its end, so there is nothing to parse.
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new UnreadableError({ operation, status })
    return parsed.data
  }

  const read = <Answer>(
    operation: 'status' | 'documents',
    { inquiryId, correlationId }: ReadCall,
    schema: z.ZodType<Answer>,
  ) => {
    const path = `/${encodeURIComponent(inquiryId)}${operation === 'documents' ? '/documents' : ''}`
    return call(operation, path, { headers: { 'x-correlation-id': correlationId } }, schema)
  }

  return {
    open: ({ body, idempotencyKey, correlationId }) => {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'x-correlation-id': correlationId,
      }
      return call('open', '', { method: 'POST', body, headers }, openAnswerSchema)
    },
    getInquiry: (ids) => read('status', ids, inquirySchema),
    getDocuments: (ids) => read('documents', ids, documentsSchema),
  }
}

/** A time limit for work that may have none. */
interface Deadline {
  /** Aborts when time is up, for work that can be cancelled. */
  signal: AbortSignal
  /** Settles like `work`, or rejects when time is up. */
  hold<Value>(work: Promise<Value>): Promise<Value>
  /** Stops the timer once the work is done. */
  clear(): void
}

/**
 * Rejects on a timer instead of relying on the signal: on Node 20, a fetch whose server was killed may neither settle nor react to
 * it.
 * @param ms milliseconds from now
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController()
  let end = (_: Error) => {}
  const over = new Promise<never>((_, reject) => {
    end = reject
  })
  over.catch(() => {})
  const timer = setTimeout(() => {
    const late = new Error('The deadline has passed')
    controller.abort(late)
    end(late)
  }, ms)
  return {
    signal: controller.signal,
    hold: (work) => Promise.race([work, over]),
    clear: () => clearTimeout(timer),
  }
}

/**
 * Reads the exact bytes of a request or response, never holding more than a limit in memory. If fetch decompressed a response, the decompressed bytes count.
 *
 * @param drainBytes how many bytes beyond `maxBytes` are received and discarded, so a sender that is still writing gets
 *   the refusal instead of a connection reset
 * @returns null if there are more than `maxBytes`, or more than 4,096 chunks; after draining, the rest isn't read and the stream is
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
  try {
    return await deadline.hold(collect(reader, maxBytes, drainBytes))
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** A sender that splits a body further than any network does only wants to keep this process busy. */
const MAX_CHUNKS = 4096

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  drainBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let count = 0; count <= MAX_CHUNKS; count++) {
    const { done, value } = await reader.read()
    if (done) return size > maxBytes ? null : Buffer.concat(chunks)
    size += value.byteLength
    if (size > maxBytes + drainBytes) return null
    if (size > maxBytes) chunks.length = 0
    else chunks.push(value)
  }
  return null
}
