// Sends requests with a deadline, and polls for their effects.
import { setTimeout as delay } from 'node:timers/promises'

const TIMEOUT_MS = 15_000
const FIRST_WAIT_MS = 200
/** Hundreds of clients wait after a kill, so they back off as browsers do. */
const LONGEST_WAIT_MS = 3_000
/** Longer than any lease or lag (N6) plus a restart. */
export const PATIENCE_MS = 180_000

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** The distinct failures of requests. */
export const failures = new Set<string>()

export interface ExchangeOptions {
  /** Statuses from 400 up that don't count as failures. */
  expected?: readonly number[]
  timeoutMs?: number
}

/** Sends a request and reads the whole response. @throws at the deadline */
export async function exchange(
  url: string,
  init: RequestInit = {},
  { expected = [], timeoutMs = TIMEOUT_MS }: ExchangeOptions = {},
): Promise<Answer> {
  const fail = (how: string) => failures.add(`${init.method ?? 'GET'} ${url}: ${how}`)
  try {
    const answer = await send(url, init, timeoutMs)
    if (answer.status >= 400 && !expected.includes(answer.status)) fail(String(answer.status))
    return answer
  } catch (error) {
    fail(String(error instanceof Error && error.cause ? error.cause : error))
    throw error
  }
}

/** Needs its own timer: on Node 20, a fetch whose server was killed may never settle, even with `AbortSignal.timeout`. */
async function send(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  const controller = new AbortController()
  const late = delay(timeoutMs, undefined, { ref: false }).then(() => {
    controller.abort()
    throw new Error(`no response within ${timeoutMs / 1_000} s`)
  })
  const answered = fetch(url, { ...init, redirect: 'manual', signal: controller.signal }).then(
    async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }),
  )
  return Promise.race([answered, late])
}

/** How long to keep trying. It is unlimited while processes are being killed. */
export interface Patience {
  endsAtMs: number
}

/**
 * Calls `look` until it returns something other than null. An exception counts as null.
 * @throws at the deadline, with the last error's message
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null>,
  patience: Patience,
): Promise<Found> {
  let cause: unknown
  for (let waitMs = FIRST_WAIT_MS; Date.now() < patience.endsAtMs; waitMs *= 2) {
    try {
      const found = await look()
      if (found !== null) return found
    } catch (error) {
      cause = error
    }
    await delay(Math.min(waitMs, LONGEST_WAIT_MS))
  }
  throw new Error(`${what}: timed out (${cause instanceof Error ? cause.message : 'no error'})`)
}
