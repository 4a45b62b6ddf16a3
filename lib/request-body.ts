/** Reads a request's body within a size and a time limit: nobody may make the app hold much of it, or for long. */
import 'server-only'
import { startDeadline } from './verification/deadline'
import { readBody } from './verification/read-body'

const BODY_TIMEOUT_MS = 10_000

/** Why a body was not read; `not_received` if the connection broke. */
const STATUS = { too_large: 413, too_slow: 408, not_received: 400 } as const

export type RequestBody =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: keyof typeof STATUS }

export async function readRequestBody(
  request: Request,
  maxBytes: number,
  timeoutMs: number = BODY_TIMEOUT_MS,
): Promise<RequestBody> {
  const deadline = startDeadline(timeoutMs)
  try {
    const bytes = await readBody(request, maxBytes, deadline)
    return bytes ? { ok: true, bytes } : { ok: false, reason: 'too_large' }
  } catch {
    return { ok: false, reason: deadline.signal.aborted ? 'too_slow' : 'not_received' }
  } finally {
    deadline.clear()
  }
}

/** Closes the connection, since the rest of the body would otherwise still be received. */
export const refuseBody = (reason: keyof typeof STATUS): Response =>
  Response.json({ error: reason }, { status: STATUS[reason], headers: { connection: 'close' } })
