// Sends all of the suite's requests, limits their number and duration, and obeys a 429.

import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Observations } from './gaps.ts'
import { Violation } from './verdict.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** A run needs about 1,700; far more means that the suite is broken, not the service. */
const MAX_REQUESTS = 3_000
/** Longer than the window of any usual limit. If a service asks for more, the run ends. */
const MAX_WAIT_MS = 90_000
const DEFAULT_WAIT_MS = 5_000
const MAX_TRIES = 4

export interface Answer {
  /** Method and route without ids, which a report may quote. */
  request: string
  status: number
  /** Keyed by lower-case name. */
  headers: ReadonlyMap<string, string>
  /** Without parameters, in lower case; empty if there is none. */
  mediaType: string
  bytes: Uint8Array
  text: string
  /** The parsed body; undefined if it isn't JSON. */
  json: unknown
}

export interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string | FormData
  /** The caller wants to see the 429, so don't wait and retry. */
  expectsLimit?: boolean
}

/** The service asked for a longer wait than the suite accepts. */
export class RateLimitedError extends Error {
  override name = 'RateLimitedError'
}

export class Http {
  requests = 0
  /** Milliseconds spent waiting because the service asked for it. */
  waitedMs = 0
  /** Every 429 that the run got, for D5 to check. */
  readonly limited: Answer[] = []

  constructor(private readonly observations: Observations) {}

  /** @throws Violation if no response arrives in time, or the connection breaks. */
  async send(request: string, url: string, sending: Sending = {}): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#exchange(request, url, sending)
      if (answer.status !== 429) return answer
      this.limited.push(answer)
      this.observations.add('N17', describeRetryAfter(answer))
      if (sending.expectsLimit || tries === MAX_TRIES) return answer
      await this.#wait(answer)
    }
  }

  async #exchange(request: string, url: string, sending: Sending): Promise<Answer> {
    this.requests += 1
    if (this.requests > MAX_REQUESTS) throw new Error(`more than ${MAX_REQUESTS} requests`)
    try {
      return readAnswer(request, ...(await exchange(new URL(url), sending)))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error.name === 'AbortError') {
        throw new Violation(`${request}: no response within ${ANSWER_TIMEOUT_MS / 1000} s`)
      }
      throw new Violation(`${request}: the connection failed`)
    }
  }

  async #wait(answer: Answer): Promise<void> {
    const waitMs = retryAfterMs(answer.headers.get('retry-after')) ?? DEFAULT_WAIT_MS
    if (waitMs > MAX_WAIT_MS) {
      throw new RateLimitedError(
        `The service won't take another request for ${Math.ceil(waitMs / 1000)} s. Run the suite again then, or with another key.`,
      )
    }
    this.waitedMs += waitMs
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Parses both forms of RFC 9110, seconds and an HTTP date. Null if it is neither. */
export function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) || !/GMT$/.test(value) ? null : Math.max(0, atMs - Date.now())
}

function describeRetryAfter({ headers }: Answer): string {
  const value = headers.get('retry-after')
  if (value === undefined) return '429 without Retry-After'
  return /^\d+$/.test(value) ? 'Retry-After in seconds' : 'Retry-After as an HTTP date'
}

const AGENTS = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
}

/** One request and its response; redirects aren't followed. Not fetch, which would take half of a run's time. */
async function exchange(url: URL, sending: Sending): Promise<[IncomingMessage, Buffer]> {
  const { method = 'GET', headers = {}, body } = sending
  const form = body instanceof FormData ? new Response(body) : null
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(String(body ?? ''))
  const response = await respond(url, bytes, {
    method,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    headers: {
      ...headers,
      ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
      ...(body === undefined ? {} : { 'content-length': bytes.byteLength }),
    },
  })
  return [response, await buffer(response)]
}

/** A service may close an idle connection at any time, also while the next request is on its way. Such a request is sent
 * again on a new connection, as browsers do. */
function respond(url: URL, bytes: Buffer, options: RequestOptions): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const agent = isSecure ? AGENTS.https : AGENTS.http
    const request = (isSecure ? requestHttps : requestHttp)(url, { agent, ...options })
    request.once('response', resolve)
    request.once('error', (error: NodeJS.ErrnoException) => {
      const wasIdle = request.reusedSocket
      const wasClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE'
      if (wasIdle && wasClosed) resolve(respond(url, bytes, { ...options, agent: false }))
      else reject(error)
    })
    request.end(bytes)
  })
}

function readAnswer(request: string, response: IncomingMessage, bytes: Buffer): Answer {
  const { statusCode: status = 0 } = response
  const headers = new Map(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  )
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const text = bytes.toString('utf8')
  return { request, status, headers, mediaType, bytes, text, json: parseJson(text) }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
