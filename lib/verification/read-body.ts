/** Reads the body of a request or a response without ever holding more of it than a limit. */
import type { Deadline } from './deadline'

/**
 * Reads the exact bytes. Of a response that fetch has decompressed, the decompressed bytes count.
 *
 * @param drainBytes how much more than `maxBytes` is received and discarded, so that a sender who is still writing gets
 *   the refusal and not a connection reset
 * @returns null if there are more than `maxBytes`; what is left after draining is not read, and the sender is told to stop
 * @throws if the connection breaks or the deadline passes
 */
export async function readBody(
  message: Request | Response,
  maxBytes: number,
  deadline: Deadline,
  drainBytes = 0,
): Promise<Uint8Array | null> {
  if (Number(message.headers.get('content-length')) > maxBytes + drainBytes) {
    // A rejection here would only say that the sender stopped first.
    message.body?.cancel().catch(() => {})
    return null
  }
  if (!message.body) return new Uint8Array()
  const reader = message.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let isComplete = false
  try {
    for (;;) {
      const { done, value } = await deadline.hold(reader.read())
      isComplete = done
      if (done) return size > maxBytes ? null : Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes + drainBytes) return null
      if (size > maxBytes) chunks.length = 0
      else chunks.push(value)
    }
  } finally {
    if (!isComplete) reader.cancel().catch(() => {})
  }
}
