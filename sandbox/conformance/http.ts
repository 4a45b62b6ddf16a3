// Sends all of the suite's requests, limits their number and duration, and obeys a 429.
import { type Answer, Unreachable, Violation } from './expectations.ts'
import type { Observations } from './gaps.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** A run needs about 1,900; far more means that the suite is broken, not the service. */
const MAX_REQUESTS = 3_000
/** Longer than the window of any usual limit. If a service asks for more, or still refuses then, the run stops waiting. */
const MAX_WAIT_MS = 90_000
const DEFAULT_WAIT_MS = 5_000
/** An HTTP date is in whole seconds, so it may be over before the limit is. */
const MIN_WAIT_MS = 1_000
const SILENT_WAIT_MS = 2_000

interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string | FormData
  /** The caller wants to see the 429, so don't wait and retry. */
  expectsLimit?: boolean
}

/** The service asked for a longer wait than the suite accepts, so what the request was for can't be judged. */
export class RateLimitedError extends Unreachable {
  override name = 'RateLimitedError'
}

export class Http {
  requests = 0
  /** Every 429 that the run got, for D5 to check. */
  readonly limited: Answer[] = []
  /** Set once a wait was too long; after that, no 429 is waited for. */
  gaveUp: RateLimitedError | null = null

  /** @param say tells the person at the terminal why nothing happens for a while. */
  constructor(
    readonly observations: Observations,
    private readonly say: (line: string) => void,
  ) {}

  /**
   * @throws Violation if no response arrives in time, or the connection breaks.
   * @throws RateLimitedError if the service won't take the request within the longest wait.
   */
  async send(request: string, url: string, sending: Sending = {}): Promise<Answer> {
    for (let waitedMs = 0; ; ) {
      this.requests += 1
      if (this.requests > MAX_REQUESTS) throw new Error(`more than ${MAX_REQUESTS} requests`)
      const answer = await exchange(request, url, sending)
      if (answer.status !== 429) return answer
      this.limited.push(answer)
      const retryAfter = answer.headers.get('retry-after')
      this.observations.add('N17', describeRetryAfter(retryAfter))
      if (sending.expectsLimit) return answer
      if (this.gaveUp) throw this.gaveUp
      const waitMs = Math.max(MIN_WAIT_MS, retryAfterMs(retryAfter) ?? DEFAULT_WAIT_MS)
      if (waitMs > MAX_WAIT_MS || waitedMs >= MAX_WAIT_MS) {
        const isAsked = waitMs > MAX_WAIT_MS
        const problem = isAsked
          ? `The service won't take another request for ${Math.ceil(waitMs / 1000)} s.`
          : `The service still answers 429 after ${Math.ceil(waitedMs / 1000)} s of waiting.`
        this.gaveUp = new RateLimitedError(
          `${problem} Run the suite again later, or with another key.`,
        )
        throw this.gaveUp
      }
      waitedMs += waitMs
      if (waitMs > SILENT_WAIT_MS) {
        const seconds = Math.ceil(waitMs / 1000)
        this.say(`Rate limit (429) after ${this.requests} requests: waiting ${seconds} s …`)
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Parses both forms of RFC 9110, seconds and an HTTP date. Null if it is neither. @param nowMs by the service's clock */
export function retryAfterMs(value: string | undefined, nowMs = Date.now()): number | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) || !/GMT$/.test(value) ? null : Math.max(0, atMs - nowMs)
}

function describeRetryAfter(value: string | undefined): string {
  if (value === undefined) return '429 without Retry-After'
  return /^\d+$/.test(value) ? 'Retry-After in seconds' : 'Retry-After as an HTTP date'
}

/** One request and its response; redirects aren't followed. */
async function exchange(request: string, url: string, sending: Sending): Promise<Answer> {
  const { expectsLimit: _, ...init } = sending
  try {
    const response = await fetch(url, {
      ...init,
      // A connection for each request: a service may close an idle one while the next request is on its way.
      headers: { ...init.headers, connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const headers = new Map(response.headers)
    const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    const text = new TextDecoder().decode(bytes)
    return {
      request,
      status: response.status,
      headers,
      mediaType,
      bytes,
      text,
      json: parseJson(text),
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isLate = error.name === 'TimeoutError'
    const what = isLate
      ? `no response within ${ANSWER_TIMEOUT_MS / 1000} s`
      : 'the connection failed'
    throw new Violation(`${request}: ${what}`)
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
