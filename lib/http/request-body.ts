/** Reads request bodies, with limits on size, duration and the number of concurrent large bodies. */
import 'server-only'
import { oncePerProcess } from '../runtime/once-per-process'
import { startDeadline } from './deadline'
import { readBody } from './read-body'

const BODY_TIMEOUT_MS = 10_000
/** An event is about 1 KiB, a sign-in less. Only larger bodies, and those of unknown length, need a slot. */
const SMALL_BYTES = 64 * 1024
const SLOTS = 64
/** Bytes to receive and discard beyond the limit, because closing a connection with unread data would lose the 413. */
const DRAIN_BYTES = 8 * 1024 * 1024
/** Functions that give up the large bodies under way, the oldest first. */
const receiving = oncePerProcess('bodies', () => new Set<() => void>())

/** `not_received`: the connection broke. */
const BODY_STATUS = {
  too_large: 413,
  too_slow: 408,
  too_many: 503,
  not_received: 400,
} as const

type RequestBody = { ok: true; bytes: Uint8Array } | { ok: false; reason: keyof typeof BODY_STATUS }

/**
 * Reads a body. If too many large bodies arrive at once, this gives up the oldest instead of refusing the newest: a genuine delivery
 * arrives quickly, so the oldest body is most likely stalled.
 */
export async function readRequestBody(request: Request, maxBytes: number): Promise<RequestBody> {
  const length = request.headers.get('content-length')
  const isSmall = length !== null && Number(length) <= SMALL_BYTES
  const deadline = startDeadline(BODY_TIMEOUT_MS)
  let isGivenUp = false
  let giveUp = () => {}
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => {
      isGivenUp = true
      receiving.delete(giveUp)
      reject(new Error('There are too many'))
    }
  })
  givenUp.catch(() => {})
  const [oldest] = receiving
  if (!isSmall && receiving.size >= SLOTS) oldest?.()
  if (!isSmall) receiving.add(giveUp)
  try {
    const hold: typeof deadline.hold = (work) => Promise.race([deadline.hold(work), givenUp])
    const bytes = await readBody(request, maxBytes, { ...deadline, hold }, DRAIN_BYTES)
    return bytes ? { ok: true, bytes } : { ok: false, reason: 'too_large' }
  } catch {
    if (isGivenUp) return { ok: false, reason: 'too_many' }
    return { ok: false, reason: deadline.signal.aborted ? 'too_slow' : 'not_received' }
  } finally {
    deadline.clear()
    receiving.delete(giveUp)
  }
}

/** Answers and closes the connection, because the server would otherwise receive the rest of the body. */
export const refuseBody = (reason: keyof typeof BODY_STATUS): Response =>
  Response.json(
    { error: reason },
    { status: BODY_STATUS[reason], headers: { connection: 'close' } },
  )
