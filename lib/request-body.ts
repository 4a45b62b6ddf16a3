/** Reads a request body with limits on its size, its duration and the number of concurrent large bodies. */
import 'server-only'
import { startDeadline } from './http/deadline'
import { readBody } from './http/read-body'

const BODY_TIMEOUT_MS = 10_000
/** An event is about 1 KiB, a sign-in less. Only larger bodies, and those of unknown length, need a slot. */
const SMALL_BYTES = 64 * 1024
const SLOTS = 64
/** Received and discarded beyond the limit, because closing the connection on unread data would lose the 413. */
const DRAIN_BYTES = 8 * 1024 * 1024
let slotsTaken = 0

/** `not_received`: the connection broke. */
const BODY_STATUS = {
  too_large: 413,
  too_slow: 408,
  too_many: 503,
  not_received: 400,
} as const

type RequestBody = { ok: true; bytes: Uint8Array } | { ok: false; reason: keyof typeof BODY_STATUS }

export async function readRequestBody(request: Request, maxBytes: number): Promise<RequestBody> {
  const length = request.headers.get('content-length')
  const slots = length !== null && Number(length) <= SMALL_BYTES ? 0 : 1
  if (slots > 0 && slotsTaken >= SLOTS) return { ok: false, reason: 'too_many' }
  slotsTaken += slots
  const deadline = startDeadline(BODY_TIMEOUT_MS)
  try {
    const bytes = await readBody(request, maxBytes, deadline, DRAIN_BYTES)
    return bytes ? { ok: true, bytes } : { ok: false, reason: 'too_large' }
  } catch {
    return { ok: false, reason: deadline.signal.aborted ? 'too_slow' : 'not_received' }
  } finally {
    deadline.clear()
    slotsTaken -= slots
  }
}

/** Closes the connection, because the server would otherwise receive the rest of the body. */
export const refuseBody = (reason: keyof typeof BODY_STATUS): Response =>
  Response.json(
    { error: reason },
    { status: BODY_STATUS[reason], headers: { connection: 'close' } },
  )
