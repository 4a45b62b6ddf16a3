/**
 * The client of the verification service: open an inquiry, read its status, fetch its document URLs.
 * It depends on zod alone; configuration, fetch and clock are parameters, so it can be lifted into any project.
 */
import type { z } from 'zod'
import { type Deadline, startDeadline } from './deadline'
import { errorOfAnswer, readErrorBody } from './error-of-answer'
import {
  ConflictError,
  type FailureFacts,
  RateLimitedError,
  UnavailableError,
  UnreadableError,
  type VerificationError,
} from './errors'
import { backoffMs, type Clock, systemClock } from './retry'
import {
  documentsSchema,
  inquirySchema,
  openAnswerSchema,
  type ServiceDocuments,
  type ServiceInquiry,
} from './schemas'

export interface ClientOptions {
  /** Such as `https://verify.example.com`, without a trailing slash. */
  baseUrl: string
  /** `svc_live_…` (A2); sent as X-Api-Key and in no other way (A1). */
  apiKey: string
  fetch?: typeof fetch
  clock?: Clock
  random?: () => number
  /** For one call, its retries and its waiting included. Default 10,000 ms. */
  deadlineMs?: number
  /** How often one call may be sent. Default 3. */
  maxAttempts?: number
}

export interface OpenCall {
  /** The exact JSON text of an `OpenRequest`; a retry sends the same bytes. */
  body: string
  /** UUID v4 (O7). The same key and the same body make a retry safe, in this call and in any later one. */
  idempotencyKey: string
  /** UUID (O8). */
  correlationId: string
  /** Whether an earlier call may have sent this key already: a 409 then says so (N2), and else refuses the request (N4). */
  sentBefore: boolean
}

export interface ReadCall {
  inquiryId: string
  /** UUID (O8). */
  correlationId: string
}

/**
 * Each method rejects with a {@link VerificationError}: `UnauthorisedError`, `RateLimitedError`, `UnavailableError`,
 * `UnreadableError` and `RejectedError` from all three, and those named at each.
 */
export interface VerificationClient {
  /** O1–O8. Also rejects with `ConflictError` (N2). After `UnavailableError` the inquiry may have been opened. */
  open(call: OpenCall): Promise<{ inquiryId: string }>
  /** S1–S6. Also rejects with `NotFoundError` (A5). */
  getInquiry(call: ReadCall): Promise<ServiceInquiry>
  /** D1–D13. Also rejects with `NotFoundError` (D3) and `NotApprovedError` (D2). The URLs live five minutes (D7): never store them. */
  getDocuments(call: ReadCall): Promise<ServiceDocuments>
}

const API_PATH = '/api/v1/customer/inquiries'

interface Request<Answer> {
  operation: FailureFacts['operation']
  path: string
  init: { method: 'GET' | 'POST'; body?: string; headers: Record<string, string> }
  sentBefore?: boolean
  answer: z.ZodType<Answer>
}

export function createVerificationClient(options: ClientOptions): VerificationClient {
  const { baseUrl, apiKey, deadlineMs = 10_000, maxAttempts = 3 } = options
  const { clock = systemClock, random = Math.random } = options
  const send = options.fetch ?? fetch

  async function call<Answer>(request: Request<Answer>): Promise<Answer> {
    const deadline = startDeadline(deadlineMs)
    try {
      return await callBefore(deadline, request)
    } finally {
      deadline.clear()
    }
  }

  async function callBefore<Answer>(deadline: Deadline, request: Request<Answer>): Promise<Answer> {
    const endsAt = clock.now() + deadlineMs
    for (let attempt = 1; ; attempt++) {
      try {
        return await callOnce(
          { ...request, sentBefore: request.sentBefore || attempt > 1 },
          deadline,
        )
      } catch (error) {
        const waitMs =
          error instanceof RateLimitedError
            ? error.retryAfterMs
            : error instanceof UnavailableError
              ? backoffMs(attempt, random)
              : Number.POSITIVE_INFINITY
        if (attempt >= maxAttempts || clock.now() + waitMs >= endsAt) throw error
        await clock.sleep(waitMs, deadline.signal).catch(() => {
          throw error
        })
      }
    }
  }

  async function callOnce<Answer>(
    { operation, path, init, answer, sentBefore }: Request<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    let response: Response
    let text: string
    try {
      const sent = send(baseUrl + path, {
        ...init,
        headers: { accept: 'application/json', 'x-api-key': apiKey, ...init.headers },
        // A redirect would carry the key to another host; a cache would keep identity data.
        redirect: 'manual',
        cache: 'no-store',
        signal: deadline.signal,
      })
      response = await deadline.hold(sent)
      text = await deadline.hold(response.text())
    } catch (error) {
      // The cause names the network's fault, never the request's content.
      throw new UnavailableError({ operation }, { cause: error })
    }
    const body = parseJson(text)
    if (response.status === 409 && sentBefore) {
      throw new ConflictError({ operation, status: 409, ...readErrorBody(body) })
    }
    if (!response.ok) throw errorOfAnswer(operation, response, body, clock.now())
    // Any 2xx is a success (N1).
    const parsed = answer.safeParse(body)
    if (!parsed.success) throw new UnreadableError({ operation, status: response.status })
    return parsed.data
  }

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
        answer: openAnswerSchema,
        sentBefore,
      }),
    getInquiry: ({ inquiryId, correlationId }) =>
      call({
        operation: 'status',
        path: read(inquiryId, ''),
        init: { method: 'GET', headers: { 'x-correlation-id': correlationId } },
        answer: inquirySchema,
      }),
    getDocuments: ({ inquiryId, correlationId }) =>
      call({
        operation: 'documents',
        path: read(inquiryId, '/documents'),
        init: { method: 'GET', headers: { 'x-correlation-id': correlationId } },
        answer: documentsSchema,
      }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
