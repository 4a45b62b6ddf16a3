/** Makes one call: a single deadline covers all its retries, and it returns a parsed response or throws. */
import type { z } from 'zod'
import { type Deadline, startDeadline } from './deadline'
import {
  ConflictError,
  type FailureFacts,
  RateLimitedError,
  ResponseTooLargeError,
  UnavailableError,
  UnreadableError,
  type VerificationError,
} from './errors'
import { readBody } from './read-body'
import { readErrorBody, responseError } from './response-error'
import { backoffMs, type Clock, systemClock } from './retry'

export interface ClientOptions {
  /** `https://verify.example.com`, without a trailing slash. */
  baseUrl: string
  /** `svc_live_…` (A2); sent only as X-Api-Key (A1). */
  apiKey: string
  fetch?: typeof fetch
  clock?: Clock
  random?: () => number
  /** Covers one call with its retries and the waits between them. Default 10,000 ms. */
  deadlineMs?: number
  /** Attempts per call, including the first. Default 3. */
  maxAttempts?: number
  /** Called before each retry, so retries count against a budget too. Default: always allowed. A rejection means no. */
  mayRetry?: (failure: VerificationError) => Promise<boolean>
  /** The largest response body that is read, after decompression. Default 1 MiB. */
  maxResponseBytes?: number
}

interface ServiceRequest<Answer> {
  operation: FailureFacts['operation']
  /** From the root, with encoded parameters. */
  path: string
  init: { method: 'GET' | 'POST'; body?: string; headers: Record<string, string> }
  /** Whether an earlier call may have sent the same request (N2). */
  sentBefore?: boolean
  schema: z.ZodType<Answer>
}

const MAX_RESPONSE_BYTES = 1024 * 1024

/** @returns a function that makes a call; it rejects only with a `VerificationError` */
export function createCaller(options: ClientOptions) {
  const { baseUrl, apiKey, deadlineMs = 10_000, maxAttempts = 3 } = options
  const { mayRetry = async () => true } = options
  const { maxResponseBytes = MAX_RESPONSE_BYTES } = options
  const { clock = systemClock, random = Math.random } = options
  const send = options.fetch ?? fetch

  async function call<Answer>(request: ServiceRequest<Answer>): Promise<Answer> {
    const deadline = startDeadline(deadlineMs)
    try {
      return await callWithRetries(request, deadline)
    } finally {
      deadline.clear()
    }
  }

  async function callWithRetries<Answer>(
    request: ServiceRequest<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    const endsAt = clock.now() + deadlineMs
    for (let attempt = 1; ; attempt++) {
      try {
        return await callOnce(
          { ...request, sentBefore: request.sentBefore || attempt > 1 },
          deadline,
        )
      } catch (error) {
        const isTransient = error instanceof RateLimitedError || error instanceof UnavailableError
        if (!isTransient || attempt >= maxAttempts) throw error
        const waitMs =
          error instanceof RateLimitedError ? error.retryAfterMs : backoffMs(attempt, random)
        if (clock.now() + waitMs >= endsAt) throw error
        if (!(await deadline.hold(mayRetry(error)).catch(() => false))) throw error
        await clock.sleep(waitMs, deadline.signal).catch(() => {
          throw error
        })
      }
    }
  }

  async function callOnce<Answer>(
    { operation, path, init, schema, sentBefore }: ServiceRequest<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    let response: Response
    let bytes: Uint8Array | null
    try {
      const sent = send(baseUrl + path, {
        ...init,
        headers: { accept: 'application/json', 'x-api-key': apiKey, ...init.headers },
        // Following a redirect would send the key to another host, and a cache would store identity data.
        redirect: 'manual',
        cache: 'no-store',
        signal: deadline.signal,
      })
      response = await deadline.hold(sent)
      bytes = await readBody(response, maxResponseBytes, deadline)
    } catch (error) {
      // The cause describes the network failure, never the content of the request.
      throw new UnavailableError({ operation }, { cause: error })
    }
    const body = bytes === null ? undefined : parseJson(new TextDecoder().decode(bytes))
    if (response.status === 409 && operation === 'open' && sentBefore) {
      throw new ConflictError({ operation, status: 409, ...readErrorBody(body) })
    }
    if (!response.ok) throw responseError(operation, response, body, clock.now())
    if (bytes === null) throw new ResponseTooLargeError({ operation, status: response.status })
    // Any 2xx is a success (N1).
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new UnreadableError({ operation, status: response.status })
    return parsed.data
  }

  return call
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
