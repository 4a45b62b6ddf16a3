// Sends the suite's requests, and obeys 429 responses.
import { type Answer, Unreachable, Violation } from './expectations.ts'
import { Observations } from './gaps.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** Longer than usual limits last. If a service asks for more, or still refuses after it, the run stops waiting. */
const MAX_WAIT_MS = 90_000
const DEFAULT_WAIT_MS = 5_000
/** An HTTP date has whole seconds, so it may pass before the limit ends. */
const MIN_WAIT_MS = 1_000

interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string | FormData
  /** By default, a redirect is returned like any response. */
  redirect?: 'follow'
  /** Returns a 429 instead of waiting and retrying. */
  expectsLimit?: boolean
}

export class Http {
  requests = 0
  /** Every 429 of this run. D5's check looks at them. */
  readonly limited: Answer[] = []
  /** Why the run no longer waits on a 429; null while every wait was short enough. */
  gaveUp: string | null = null
  readonly observations = new Observations()

  /** @param say tells the person at the terminal what to do, or why the run is waiting */
  constructor(readonly say: (line: string) => void) {}

  /**
   * @throws Violation if no response arrives in time, or the connection breaks
   * @throws Unreachable if the service still refuses the request after the longest wait
   */
  async send(request: string, url: string, sending: Sending = {}): Promise<Answer> {
    for (let waitedMs = 0; ; ) {
      this.requests += 1
      const answer = await exchange(request, url, sending)
      if (answer.status !== 429) return answer
      this.limited.push(answer)
      const retryAfter = answer.headers.get('retry-after')
      this.observations.add('N17', describeRetryAfter(retryAfter))
      if (sending.expectsLimit) return answer
      const waitMs = Math.max(MIN_WAIT_MS, retryAfterMs(retryAfter) ?? DEFAULT_WAIT_MS)
      const seconds = Math.ceil(waitMs / 1000)
      if (waitMs > MAX_WAIT_MS || waitedMs >= MAX_WAIT_MS)
        this.gaveUp ??= `The service won't take another request for ${seconds} s. Run the suite again later, or with another key.`
      if (this.gaveUp) throw new Unreachable(this.gaveUp)
      waitedMs += waitMs
      this.say(`Rate limit (429) after ${this.requests} requests: waiting ${seconds} s …`)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Parses RFC 9110's two forms: seconds, and an HTTP date. @param nowMs by the service's clock @returns null if it is neither */
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

async function exchange(request: string, url: string, sending: Sending): Promise<Answer> {
  const { expectsLimit: _, ...init } = sending
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      // A new connection for each request, because a service may close an idle one just when the next request arrives.
      headers: { ...init.headers, connection: 'close' },
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
