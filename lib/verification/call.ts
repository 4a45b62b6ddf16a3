/** How one call is made: within one deadline, its retries included, and with an answer that is parsed or an error. */
import type { z } from 'zod'
import { type Deadline, startDeadline } from './deadline'
import { errorOfAnswer, readErrorBody } from './error-of-answer'
import {
  ConflictError,
  type FailureFacts,
  RateLimitedError,
  UnavailableError,
  UnreadableError,
} from './errors'
import { backoffMs, type Clock, systemClock } from './retry'

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

interface ServiceRequest<Answer> {
  operation: FailureFacts['operation']
  /** From the root, with its parameters encoded. */
  path: string
  init: { method: 'GET' | 'POST'; body?: string; headers: Record<string, string> }
  /** Whether an earlier call may have sent the same already (N2). */
  sentBefore?: boolean
  answer: z.ZodType<Answer>
}

/** @returns makes a call; it rejects with a `VerificationError` and with nothing else */
export function createCaller(options: ClientOptions) {
  const { baseUrl, apiKey, deadlineMs = 10_000, maxAttempts = 3 } = options
  const { clock = systemClock, random = Math.random } = options
  const send = options.fetch ?? fetch

  async function call<Answer>(request: ServiceRequest<Answer>): Promise<Answer> {
    const deadline = startDeadline(deadlineMs)
    try {
      return await callBefore(deadline, request)
    } finally {
      deadline.clear()
    }
  }

  async function callBefore<Answer>(
    deadline: Deadline,
    request: ServiceRequest<Answer>,
  ): Promise<Answer> {
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
    { operation, path, init, answer, sentBefore }: ServiceRequest<Answer>,
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
    if (response.status === 409 && operation === 'open' && sentBefore) {
      throw new ConflictError({ operation, status: 409, ...readErrorBody(body) })
    }
    if (!response.ok) throw errorOfAnswer(operation, response, body, clock.now())
    // Any 2xx is a success (N1).
    const parsed = answer.safeParse(body)
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
