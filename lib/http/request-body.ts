/** Reads a request body with limits on its size, its duration and the number of concurrent large bodies. */
import 'server-only'
import { oncePerProcess } from '../runtime/once-per-process'
import { startDeadline } from './deadline'
import { readBody } from './read-body'

const BODY_TIMEOUT_MS = 10_000
/** An event is about 1 KiB, a sign-in less. Only larger bodies, and those of unknown length, need a slot. */
const SMALL_BYTES = 64 * 1024
const SLOTS = 64
/** Received and discarded beyond the limit, because closing the connection on unread data would lose the 413. */
const DRAIN_BYTES = 8 * 1024 * 1024
/** How to give up each large body that is being received, the oldest first. */
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
 * Nobody can tell whose a body is before it has arrived. So when there are too many, the oldest is given up, not the newest
 * refused: whoever stalls makes room for a delivery, which arrives at once.
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

/** Closes the connection, because the server would otherwise receive the rest of the body. */
export const refuseBody = (reason: keyof typeof BODY_STATUS): Response =>
  Response.json(
    { error: reason },
    { status: BODY_STATUS[reason], headers: { connection: 'close' } },
  )
