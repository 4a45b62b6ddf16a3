/** Reads untrusted bodies within limits. */
import type { Deadline } from './deadline'

/** No network splits a body into this many chunks. Only an attacker does, to keep this process busy. */
const MAX_CHUNKS = 4096

/**
 * Reads the exact bytes of a request or response, and holds at most `maxBytes` in memory. For a compressed response, the decompressed
 * bytes count.
 *
 * @param drainBytes how many bytes beyond `maxBytes` to receive and discard. A sender that is still writing then gets the refusal
 *   instead of a connection reset
 * @returns null if there are more than `maxBytes` or too many chunks. The stream is then cancelled
 * @throws if the connection breaks or the deadline passes
 */
export async function readBody(
  message: Request | Response,
  maxBytes: number,
  deadline: Deadline,
  drainBytes = 0,
): Promise<Uint8Array | null> {
  if (Number(message.headers.get('content-length')) > maxBytes + drainBytes) {
    // `cancel` rejects only if the sender has already stopped.
    message.body?.cancel().catch(() => {})
    return null
  }
  if (!message.body) return new Uint8Array()
  const reader = message.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let count = 0; count <= MAX_CHUNKS; count++) {
      const { done, value } = await deadline.hold(reader.read())
      if (done) return size > maxBytes ? null : Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes + drainBytes) return null
      if (size > maxBytes) chunks.length = 0
      else chunks.push(value)
    }
    return null
  } finally {
    reader.cancel().catch(() => {})
  }
}
